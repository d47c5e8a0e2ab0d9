// The page's words in the language that one chose: t('Open'), t`Solution ${n} of ${m}`, whose key is 'Solution {} of {}'.
// A German text may fill its gaps in another order: {1} before {0}. Spaces around a key are kept.

let german = {};  // what german.js has, where it is wanted

const chosen = () => {
  try { return localStorage.getItem('language'); } catch { return null; /* no storage: the browser's */ }
};
export const language = (chosen() ?? navigator.language).startsWith('de') ? 'de' : 'en';

const translated = text => {
  const key = text.trim();
  return Object.hasOwn(german, key) ? text.replace(key, () => german[key]) : text;
};

export function t(text, ...values) {
  if (typeof text === 'string') return translated(text);
  let next = 0;
  return translated(text.join('{}')).replace(/\{(\d*)\}/g, (_, at) => values[at || next++]);
}

/// A name inside a sentence: German keeps the capital of a noun.
export const inside = name => (language === 'de' ? name : name.toLowerCase());
export const capital = name => name[0].toUpperCase() + name.slice(1);

/// The attributes that people read or hear.
export const read_out = ['title', 'aria-label', 'aria-roledescription', 'placeholder', 'alt'];

/// Fetches the catalogue, and translates what stands in the page already.
export async function translate(root) {
  document.documentElement.lang = language;
  if (language === 'en') return;
  ({german} = await import('./german.js'));
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = t(texts.currentNode.data);
  for (const name of read_out)
    for (const element of root.querySelectorAll(`[${name}]`)) element.setAttribute(name, t(element.getAttribute(name)));
}

/// From the next loading on.
export function choose(value) {
  try { localStorage.setItem('language', value); } catch { /* as above */ }
}
