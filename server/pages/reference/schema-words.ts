// JSON Schema in a reader's words: the type of a field as a line of markdown, and the fields of an object.
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

export type Field = { name: string; type: string; required: boolean; words: string };

export const schemaName = ($ref: string): string => $ref.split('/').at(-1) ?? '';
export const schemaAnchor = (name: string): string => `schema-${name.toLowerCase()}`;

const bounds = (least: number | undefined, most: number | undefined, what: string): string[] => {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${what}`];
  if (most !== undefined && most < Number.MAX_SAFE_INTEGER) return [`at most ${most}${what}`];
  return least !== undefined && least > Number.MIN_SAFE_INTEGER ? [`at least ${least}${what}`] : [];
};

export const typeWords = (schema: Schema): string => {
  if (schema.$ref) return `[${schemaName(schema.$ref)}](#${schemaAnchor(schemaName(schema.$ref))})`;
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ');
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.type === 'array') return `array of ${typeWords(schema.items ?? {})}`;
  if (schema.type === 'string' && schema.format) return `string (${schema.format})`;
  return [schema.type ?? 'any'].flat().join(' or ');
};

/** What the type does not say: bounds and what holds when it is left out. */
const ruleWords = (schema: Schema): string => {
  const rules = [
    ...bounds(schema.minimum, schema.maximum, ''),
    ...bounds(schema.minLength, schema.maxLength, ' characters'),
    ...bounds(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`\`${String(schema.default)}\` by default`]),
  ].join('; ');
  return rules === '' ? '' : `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`;
};

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

export const fieldWords = (schema: Schema): string =>
  [sentence(schema.description ?? ''), ruleWords(schema)].filter(Boolean).join(' ');

/** Objects inside are told field by field: `limits.batch_size`. */
export const fieldsOf = (schema: Schema, before = ''): Field[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own: Field = {
      name: `${before}${name}`,
      type: typeWords(property),
      required: schema.required?.includes(name) ?? false,
      words: fieldWords(property),
    };
    const inner = property.type === 'array' ? property.items : property;
    const step = property.type === 'array' ? '[].' : '.';
    return [own, ...(inner?.properties ? fieldsOf(inner, `${own.name}${step}`) : [])];
  });
