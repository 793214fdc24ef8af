export type CognitoErrorType =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UserNotConfirmedException';

export class CognitoError extends Error {
  readonly type: CognitoErrorType;

  constructor(type: CognitoErrorType, message: string) {
    super(message);
    this.name = 'CognitoError';
    this.type = type;
  }
}

export function notAuthorized(message: string): CognitoError {
  return new CognitoError('NotAuthorizedException', message);
}

/** The same error for every failed sign-in, so that it does not reveal whether the account exists. */
export function wrongCredentials(): CognitoError {
  return notAuthorized('Incorrect username or password.');
}

export function invalidParameter(message: string): CognitoError {
  return new CognitoError('InvalidParameterException', message);
}
