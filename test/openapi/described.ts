/** Our OpenAPI document with a JSON Schema validator for each shape in it, to hold real answers against. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../shared/openapi/document.ts';
import { methods, type OpenApi, type Operation, type Reference, type Response } from '../../shared/openapi/types.ts';

export interface Described {
  readonly document: OpenApi;
  /** By operationId; without the other ways to call the same. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** What is wrong with the value by the schema of this name; empty where nothing is. */
  readonly faults: (schemaName: string, value: unknown) => readonly string[];
  readonly response: (reply: Response | Reference) => Response;
}

export function openDescribed(): Described {
  const document = openApiDocument('http://127.0.0.1:8080');
  // Formats are told to people; limits and types are what is compared.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();
  return {
    document,
    operations: new Map(
      Object.values(document.paths)
        .flatMap((item) => methods.flatMap((method) => item[method] ?? []))
        .filter((operation) => !operation['x-alias-of'])
        .map((operation) => [operation.operationId, operation]),
    ),
    faults(schemaName, value) {
      const validate = validators.get(schemaName) ?? ajv.compile({ $ref: `api#/components/schemas/${schemaName}` });
      validators.set(schemaName, validate);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${schemaName}${instancePath} ${message}`);
    },
    response(reply) {
      if (!('$ref' in reply)) return reply;
      const found = document.components.responses[nameOf(reply.$ref)];
      if (!found) throw new Error(`${reply.$ref} leads nowhere`);
      return found;
    },
  };
}

export function nameOf($ref: string): string {
  return $ref.split('/').at(-1) ?? '';
}
