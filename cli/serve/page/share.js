// The whole state in the part of a link that no browser sends: JSON, deflated, in base 64 as for addresses.

const letters = bytes => {
  let text = '';
  for (const b of bytes) text += String.fromCharCode(b);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
};
const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
// No state is that long; a link made to fill the memory is.
const longest = 1 << 22;
async function through(data, stream) {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader(), parts = [];
  let length = 0;
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > longest) throw new RangeError('the link is too long');
    parts.push(value);
  }
}

export async function pack(value) {
  const plain = new TextEncoder().encode(JSON.stringify(value));
  if (typeof CompressionStream === 'undefined') return `j${letters(plain)}`;
  return `z${letters(await through(plain, new CompressionStream('deflate-raw')))}`;
}

/// Errors: any, for what is no such text.
export async function unpack(text) {
  const data = bytes(text.slice(1));
  return JSON.parse(new TextDecoder().decode(text[0] === 'z' ? await through(data, new DecompressionStream('deflate-raw')) : data));
}
