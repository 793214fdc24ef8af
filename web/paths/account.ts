export const SIGN_UP_PATH = '/signup';
export const SIGN_IN_PATH = '/signin';
export const SIGN_IN_COMPLETE_PATH = '/signin/complete';
export const FORGOT_PASSWORD_PATH = '/signin/forgot';
export const RESET_PASSWORD_PATH = '/signin/reset';
export const SIGN_OUT_PATH = '/signout';
export const USER_PATH = '/user';
export const SETTINGS_PATH = '/settings';

export const resetPasswordPath = (username: string) => `${RESET_PASSWORD_PATH}?${new URLSearchParams({ username })}`;

export const providerResultPath = (result: { linked: string } | { error: string }) =>
  `${SETTINGS_PATH}?${new URLSearchParams(result)}`;

export const isAccountPath = (pathname: string) => /^\/(?:signin|signup|signout|user|settings)(?:\/|$)/.test(pathname);
