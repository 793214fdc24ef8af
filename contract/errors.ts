import { z } from 'zod';

/** Limit that a value violates: at most 30 characters, exactly 2 items. */
export const FieldLimit = z.object({
  rule: z.enum(['atMost', 'lessThan', 'atLeast', 'moreThan', 'exactly']),
  count: z.number(),
  of: z.enum(['characters', 'items', 'number']),
});
export type FieldLimit = z.infer<typeof FieldLimit>;

/** Field error: `field` is the snake_case name without parents, `message` a code that clients translate. */
export const FieldError = z.object({
  field: z.string(),
  message: z.string(),
  /** Path of a nested field in the names of the request: `tags[2].label`. */
  path: z.string().optional(),
  limit: FieldLimit.optional(),
});
export type FieldError = z.infer<typeof FieldError>;

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

export const ErrorResponse = z.object({
  message: z.string(),
  errors: z.array(FieldError).optional(),
  /** Error code of a 401 response, as existing clients know it. */
  error: z.string().optional(),
  description: z.string().optional(),
  /** With 409: the current resource, in the shape that reads return. When a label is taken: the tag that has it. */
  current: z.unknown().optional(),
  /** Equals `message` when a comment lacks a required reCAPTCHA token. */
  recaptcha: z.string().optional(),
  /** Posts that prevented a bulk change, in which case no post was changed. */
  reasons: z.array(z.object({ postId: z.string(), message: z.string() })).optional(),
});
export type ErrorResponse = z.infer<typeof ErrorResponse>;

/** Message codes that clients translate. Clients show unlisted codes as a general failure. */
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
  /** The storage is read-only or reports I/O errors. */
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

/** Message codes of field errors. Existing clients have translations for all of them. */
export const fieldMessages = {
  invalid: 'InvalidInput',
  required: 'Input required',
  empty: 'empty values not allowed',
  taken: 'Already in use',
  duplicated: 'duplicated',
  comma: 'Commas are not allowed',
  /** Rendering the text to HTML would take too much time or memory. */
  tooComplex: 'Too complex',
  emailInUse: 'Email address is already in use',
  email: 'Email is not valid',
  phone: 'Phone number is not valid',
  codeWrong: 'Code is wrong',
  codeUsed: 'Code is used already',
  typeNotAccepted: 'notAcceptedTypeOnUpload',
  overMaxSize: 'overMaxSizeOnUpload',
  otherType: 'Must be of the same type',
  /** The installation does not deliver webhooks to this address. */
  addressRefused: 'Address is not allowed',
} as const;
