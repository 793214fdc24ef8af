import { z } from 'zod';

/** One complaint about one field; `field` is snake_case, `message` a code that clients translate. */
export const FieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every refusal. */
export const ErrorResponse = z.object({
  message: z.string(),
  errors: z.array(FieldError).optional(),
});
export type ErrorResponse = z.infer<typeof ErrorResponse>;

/** Messages that clients look up in their own language; whatever is not listed is shown as a general failure. */
export const messages = {
  validationFailed: 'Validation Failed',
  notFound: 'Not Found',
  methodNotAllowed: 'Method Not Allowed',
  payloadTooLarge: 'Payload Too Large',
  unsupportedMediaType: 'Unsupported Media Type',
  badRequest: 'Bad Request',
  serverError: 'Server error',
  unavailable: 'Service is unavailable',
  serviceMissing: 'ServiceId does not exist',
  categoryMissing: 'Category does not exist',
  tagMissing: 'Tag does not exist',
} as const;

/** Codes of a field's complaint, all of them in the catalogues of existing clients. */
export const fieldMessages = {
  invalid: 'InvalidInput',
  required: 'Input required',
  empty: 'empty values not allowed',
} as const;
