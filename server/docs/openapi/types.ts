/** The parts of OpenAPI 3.1 and JSON Schema 2020-12 that the document uses. Type aliases, so that each is also assignable to JSON. */
import type { Json, JsonObject } from '../../../shared/base/json.ts';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly Json[];
};

export type Schemas = { readonly [name: string]: Schema };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example?: Json;
};

export type Reference = { readonly $ref: string };

export type Example = { readonly summary?: string; readonly value: Json };
export type Media = {
  readonly schema: Schema;
  readonly examples?: { readonly [name: string]: Example };
  readonly encoding?: JsonObject;
};
export type Content = { readonly [mediaType: string]: Media };
export type Header = { readonly description?: string; readonly schema: Schema };

export type Response = {
  readonly description: string;
  readonly headers?: { readonly [name: string]: Header | Reference };
  readonly content?: Content;
  /** The problem codes of this response. */
  readonly 'x-problem-codes'?: readonly string[];
};
export type Responses = { readonly [status: string]: Response | Reference };

export type RequestBody = { readonly description?: string; readonly required?: boolean; readonly content: Content };

export type Operation = {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Responses;
  readonly security?: readonly JsonObject[];
  readonly 'x-permission'?: string;
  readonly 'x-events'?: readonly string[];
  /** The rate limit it counts against. */
  readonly 'x-quota'?: string;
  /** The operation that this one is an alias of. */
  readonly 'x-alias-of'?: string;
};

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];
export type PathItem = { readonly [Verb in Method]?: Operation };
export type Paths = { readonly [path: string]: PathItem };

export type OpenApi = {
  readonly openapi: string;
  readonly info: JsonObject & { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly JsonObject[];
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: { readonly [name: string]: Parameter };
    readonly headers: { readonly [name: string]: Header };
    readonly responses: { readonly [name: string]: Response };
    readonly securitySchemes: JsonObject;
  };
};
