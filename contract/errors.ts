import { z } from 'zod';

/** A bound that a value breaks: no more than 30 characters, exactly 2 items. */
export const FieldLimit = z.object({
  rule: z.enum(['atMost', 'lessThan', 'atLeast', 'moreThan', 'exactly']),
  count: z.number(),
  of: z.enum(['characters', 'items', 'number']),
});
export type FieldLimit = z.infer<typeof FieldLimit>;

/** One error of one field; `field` is its snake_case name without parents, `message` a code that clients translate. */
export const FieldError = z.object({
  field: z.string(),
  message: z.string(),
  /** Of a field inside another one: `tags[2].label`, in the names of the request. */
  path: z.string().optional(),
  limit: FieldLimit.optional(),
});
export type FieldError = z.infer<typeof FieldError>;

/** The bound that an issue of a schema is about, if it is about one. */
export function limitOf(issue: z.core.$ZodIssue): FieldLimit | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const of = LIMITED[issue.origin];
  if (!of) return undefined;
  if (issue.code === 'too_big') {
    return { rule: ruleOf(issue, 'atMost', 'lessThan'), count: Number(issue.maximum), of };
  }
  return { rule: ruleOf(issue, 'atLeast', 'moreThan'), count: Number(issue.minimum), of };
}

const LIMITED: Readonly<Record<string, FieldLimit['of']>> = {
  string: 'characters',
  array: 'items',
  number: 'number',
  int: 'number',
};

function ruleOf<Rule extends FieldLimit['rule']>(
  { exact, inclusive }: { readonly exact?: boolean; readonly inclusive?: boolean },
  including: Rule,
  excluding: Rule,
): Rule | 'exactly' {
  if (exact) return 'exactly';
  return inclusive ? including : excluding;
}

/** The body of every refusal. */
export const ErrorResponse = z.object({
  message: z.string(),
  errors: z.array(FieldError).optional(),
  /** With 401: which of its kinds it is, in the words that existing clients know. */
  error: z.string().optional(),
  description: z.string().optional(),
  /** With 409: the thing as it is now, in the shape that reading it has. With a label that is taken: the tag that has it. */
  current: z.unknown().optional(),
  /** Where a comment has to bring a token of reCAPTCHA and does not: the same as the message. */
  recaptcha: z.string().optional(),
  /** Where many posts were to be changed and none is: those that stand in the way. */
  reasons: z.array(z.object({ postId: z.string(), message: z.string() })).optional(),
});
export type ErrorResponse = z.infer<typeof ErrorResponse>;

/** Messages that clients look up in their own language; whatever is not listed is shown as a general failure. */
export const messages = {
  validationFailed: 'Validation Failed',
  moved: 'Moved Permanently',
  notFound: 'Not Found',
  methodNotAllowed: 'Method Not Allowed',
  payloadTooLarge: 'Payload Too Large',
  unsupportedMediaType: 'Unsupported Media Type',
  badRequest: 'Bad Request',
  serverError: 'Server error',
  unavailable: 'Service is unavailable',
  storageFull: 'Storage is full',
  /** The storage is read-only, or reports input/output errors. */
  storageFailed: 'Storage cannot be written',
  serviceMissing: 'ServiceId does not exist',
  categoryMissing: 'Category does not exist',
  tagMissing: 'Tag does not exist',
  forbidden: 'Forbidden',
  authRequired: 'Required to auth',
  dataEmpty: 'Data is empty',
  sameStatus: 'Status is same value',
  statusInvalid: 'status is invalid',
  staleRevision: 'Changed by somebody else',
  serviceIdTaken: 'ServiceId already used',
  tooManyServices: 'Too many services',
  slugTaken: 'Slug already used',
  slugNotAllowed: 'This slug is not allowed',
  categoryUnknown: 'Category not exists',
  parentCategoryUnknown: 'parentCategorySlug not exists',
  parentIsSelf: 'parentCategorySlug must have a different value from slug',
  parentIsBelow: 'parentCategorySlug is below the category',
  rootCategoryFixed: 'The root category stays as it is',
  categoryHasChildren: 'Disabled to delete category having children',
  categoryHasPosts: 'Disabled to delete category related to posts',
  categoriesTooDeep: 'Too many levels of categories',
  tooManyCategories: 'Too many categories',
  categoryIdsInvalid: 'ids are invalid',
  tagLabelTaken: 'Label already used',
  sameValue: 'Same value',
  alreadyDeleted: 'Target already deleted',
  tooManyContents: 'Too many content ids',
  contentNotAccepted: 'ContentId does not accepted',
  postOfAnotherService: 'PostId is invalid',
  bodyNotJson: 'body is invalid as json',
  groupMissing: 'Group does not exist',
  groupSlugTaken: 'Already in use',
  tooManyGroups: 'Too many groups',
  groupFull: 'Too many posts in the group',
  alreadyRegistered: 'Already Registered',
  alreadyUnregistered: 'Already Unregistered',
  postMissing: 'Post not Found',
  bulkRefused: 'Some posts cannot be changed',
  tooManyTags: 'Too many tags',
  userMissing: 'User does not exist',
  lastAdmin: 'The last admin is needed',
  ownAdminRole: 'Your own admin role is needed',
  ownAccount: 'Not for your own account',
  tooManyUsers: 'Too many users',
  tooManyApiKeys: 'Too many API keys',
  tooManyWebhooks: 'Too many webhooks',
  updateSuccess: 'Update success',
  identityTaken: 'This account is already associated with another user',
  providerLinked: 'Another account of this provider is linked',
  lastWayIn: 'The last way to sign in is needed',
  noPassword: 'The account has no password',
  tooManyRequests: 'Too many requests',
  mfaIsOff: 'MFA is off',
  fileTypeInvalid: 'fileType is invalid',
  fileIdTaken: 'fileId already exists',
  fileEmpty: 'File is empty',
  fileContentWrong: 'File content is not of its type',
  imageUnreadable: 'Image cannot be read',
  imageTooLarge: 'Image has too many pixels',
  uploadOver: 'Upload is over',
  uploadIncomplete: 'Upload is not complete',
  uploadFailed: 'Upload failed',
  tooManyUploads: 'Too many uploads',
  fileMissing: 'File is gone',
  foreignOrigin: 'Not from this site',
  voteTypeInvalid: 'Type is invalid',
  recaptchaRequired: 'Recaptcha is required',
} as const;

/** Codes of a field's complaint, all of them in the catalogues of existing clients. */
export const fieldMessages = {
  invalid: 'InvalidInput',
  required: 'Input required',
  empty: 'empty values not allowed',
  taken: 'Already in use',
  duplicated: 'duplicated',
  comma: 'Commas are not allowed',
  /** The text takes too long, or too much memory, to be made into HTML. */
  tooComplex: 'Too complex',
  emailInUse: 'Email address is already in use',
  email: 'Email is not valid',
  phone: 'Phone number is not valid',
  codeWrong: 'Code is wrong',
  codeUsed: 'Code is used already',
  typeNotAccepted: 'notAcceptedTypeOnUpload',
  overMaxSize: 'overMaxSizeOnUpload',
  otherType: 'Must be of the same type',
  /** Of a webhook: the installation sends nothing to such an address. */
  addressRefused: 'Address is not allowed',
} as const;
