/** Matches random UUIDs as we and Cognito write them. Accounts that sign up have one as user name. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
