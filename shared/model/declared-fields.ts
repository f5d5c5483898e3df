/**
 * Field declarations: a field is declared once, in the definition of its kind. Schema, merge policies, writable fields, snapshot,
 * material-change check and discarding a draft derive from it.
 */
import * as z from 'zod';

/**
 * How concurrent changes of one field combine: `first-wins` keeps the value that reached the server first; `max` and `min` keep the safer
 * number; `set-by-id` merges lists by entry id and member; `text` merges lines and words; `rows` merges what a
 * section holds row by row; `order` takes the later position; `immutable` never changes; `system`
 * is written only by actions and the server's rules.
 */
export type Policy = 'first-wins' | 'max' | 'min' | 'set-by-id' | 'text' | 'rows' | 'order' | 'immutable' | 'system';

export interface Field<Type extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly merge: Policy;
  /** Content: what people read and sign. In documents and their entries it is frozen, hashed, signed and printed. */
  readonly content: boolean;
  /** A change between two approved versions needs a new briefing. */
  readonly significant: boolean;
  /** Label in exports; by default derived from the field's name. */
  readonly label?: string;
}

/** A bare zod type means `content(type)`: by default a field is signed and printed. */
export type Fields = Readonly<Record<string, z.ZodType | Field>>;

export type ShapeOf<Declared extends Fields> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Field<infer Type>
    ? Type
    : Declared[Name] extends z.ZodType
      ? Declared[Name]
      : never;
};
export type BodyOf<Declared extends Fields> = z.infer<z.ZodObject<ShapeOf<Declared>>>;

export function content<Type extends z.ZodType>(
  type: Type,
  merge: Policy = 'first-wins',
  { minor = false, label }: { readonly minor?: boolean; readonly label?: string } = {},
): Field<Type> {
  return { type, merge, content: true, significant: !minor, ...(label ? { label } : {}) };
}

/** Bookkeeping or private: neither frozen nor printed. Written by actions and the server's rules, unless `merge` says otherwise. */
export function bookkeeping<Type extends z.ZodType>(type: Type, merge: Policy = 'system'): Field<Type> {
  return { type, merge, content: false, significant: false };
}

type EachOf<Shape extends z.ZodRawShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends z.ZodType ? Field<Shape[Name]> : never;
};

/** Declares every field as bookkeeping of the server. */
export function serverWritten<Shape extends z.ZodRawShape>(shape: Shape): EachOf<Shape> {
  return each(shape, (type) => bookkeeping(type));
}

/** Declares every field as content that is written once. */
export function writtenOnce<Shape extends z.ZodRawShape>(shape: Shape): EachOf<Shape> {
  return each(shape, (type) => content(type, 'immutable'));
}

function each<Shape extends z.ZodRawShape>(shape: Shape, declare: (type: z.ZodType) => Field): EachOf<Shape> {
  const entries = Object.entries(shape).map(([name, type]) => [name, declare(type as z.ZodType)]); // zod's classic types
  return Object.fromEntries(entries) as EachOf<Shape>; // the same names
}

/** Every declaration in full, by name. */
export function declarationsOf(fields: Fields): Readonly<Record<string, Field>> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, field]) => [name, field instanceof z.ZodType ? content(field) : field]),
  );
}

export function schemaOf<Declared extends Fields>(fields: Declared): z.ZodObject<ShapeOf<Declared>> {
  const shape = Object.entries(declarationsOf(fields)).map(([name, { type }]) => [name, type]);
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<ShapeOf<Declared>>; // the same names and types
}

/** Names of the content fields, in the order of their declaration. */
export function contentFields(declared: Readonly<Record<string, Field>>): string[] {
  return Object.keys(declared).filter((name) => declared[name]?.content);
}
