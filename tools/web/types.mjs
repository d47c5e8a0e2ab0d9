// TypeScript types of all questions, from the OpenAPI document that the program writes of its own table.

const line = text => text.replaceAll('*/', '* /').replace(/\s+/g, ' ');

function type_of(schema, indent) {
  if (schema === undefined || schema === true || Object.keys(schema).length === 0) return 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  for (const any of ['oneOf', 'anyOf']) if (schema[any]) return schema[any].map(each => type_of(each, indent)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map(type => type_of({...schema, type}, indent)).join(' | ');
  switch (schema.type) {
    case 'integer': case 'number': return 'number';
    case 'string': return 'string';
    case 'boolean': return 'boolean';
    case 'null': return 'null';
    case 'array': return `Array<${type_of(schema.items, indent)}>`;
    case 'object': return object_of(schema, indent);
    default: return 'unknown';
  }
}

function object_of(schema, indent) {
  const inner = `${indent}  `, required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, of]) =>
    (of.description ? `${inner}/** ${line(of.description)} */\n` : '') +
    `${inner}${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${type_of(of, inner)};`);
  if (fields.length === 0)
    return `Record<string, ${type_of(typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined, indent)}>`;
  return `{\n${fields.join('\n')}\n${indent}}`;
}

export function types_of(openapi) {
  const questions = Object.entries(openapi.paths).map(([path, {post}]) => {
    const answer = post.responses['200'].content['application/json'].schema;
    return `  /** ${line(`${post.summary}. ${post.description ?? ''}`)} */\n  ${JSON.stringify(path.slice('/api/'.length))}: {\n` +
      `    body: ${type_of(post.requestBody.content['application/json'].schema, '    ')};\n    answer: ${type_of(answer, '    ')};\n  };`;
  });
  return `// Made from the table of questions of Clew ${openapi.info.version}.

export interface Questions {
${questions.join('\n')}
}

export interface Options {
  /** Bounds the time: then the answer is partial and says so. */
  seconds?: number;
  progress?: (told: Record<string, unknown>) => void;
  partial?: (part: Record<string, unknown>) => void;
}

/** What is wrong with a question, where, and what was expected. */
export class ClewError extends Error {
  status: number;
  expected?: string;
  line?: number;
  column?: number;
  /** What may be left out with without, if it is no rule of the puzzle. */
  parts?: string[];
}

export class Clew {
  constructor(module: WebAssembly.Module);
  /** Answers before it returns: in a page, ask from a Worker. */
  ask<Name extends keyof Questions>(question: Name, body: Questions[Name]['body'], options?: Options): Questions[Name]['answer'];
  readonly openapi: unknown;
}

/** Without an argument: the file clew.wasm beside the module. */
export function compile(source?: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module>;
export function load(source?: BufferSource | WebAssembly.Module): Promise<Clew>;
`;
}
