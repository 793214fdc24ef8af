import { z } from 'zod';
import { endpointsOf, publicAccess } from './endpoint.ts';

export const Language = z.enum(['en', 'ja']);
export type Language = z.infer<typeof Language>;

/** `ja` of `ja-JP`; undefined for languages other than those of the site. */
export function siteLanguageOf(tag: string | undefined): Language | undefined {
  return Language.options.find((each) => each === tag?.split('-', 1)[0]);
}

export const SiteConfig = z.object({
  siteName: z.string(),
  /** Absolute or root-relative image URLs; empty for the built-in logo. */
  logoUrls: z.object({ site: z.string(), admin: z.string() }),
  /** Description of the whole site per language; empty when unset. */
  description: z.object({ en: z.string(), ja: z.string() }),
  /** Service whose posts fill the front page; empty to list all services. */
  frontPageServiceId: z.string(),
  /** Contact for readers: a `mailto:` or web URL, or empty. */
  contactUrl: z.string(),
  languages: z.array(Language),
  /** Base URL of media, without trailing slash. */
  mediaUrl: z.string(),
  /** Milliseconds after which a loading indicator gives up. */
  loadingMaxDuration: z.int(),
  isEnabledComment: z.boolean(),
  /** Header that carries the token, and the prefix before the token, which may be empty. */
  adminAuthHeader: z.string(),
  adminAuthHeaderTokenPrefix: z.string(),
  voteTypesDefault: z.array(z.enum(['like', 'dislike'])),
  post: z.object({
    isEditablePostBodyOnPageByMarkdown: z.boolean(),
    defaultEditorMode: z.enum(['richText', 'markdown', 'text', 'rawHtml', 'json']),
    /** TinyMCE key, which selects TinyMCE as the rich text editor; empty for the built-in editor. */
    richTextEditorKey: z.string(),
    autoSlugSet: z.object({ isEnabled: z.boolean(), format: z.string() }),
    isEnableSlugAutoSetButton: z.boolean(),
  }),
  identity: z.object({
    region: z.string(),
    userPoolId: z.string(),
    userPoolClientId: z.string(),
    /**
     * URL of the Cognito API: `/identity/` of this site for the embedded pool. Clients that require absolute URLs
     * prepend the site's origin.
     */
    endpoint: z.string(),
    /**
     * OAuth 2.0 endpoints for third-party providers: authorization code with PKCE, the provider's name as
     * `identity_provider`. Empty without providers.
     */
    authorizeUrl: z.string(),
    tokenUrl: z.string(),
    providers: z.array(z.object({ name: z.string(), label: z.string() })),
    /** Features of the embedded user pool beyond the Cognito API; all false for a hosted pool. */
    features: z.object({ sessions: z.boolean(), recoveryCodes: z.boolean(), linking: z.boolean() }),
  }),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export type AuthHeader = Pick<SiteConfig, 'adminAuthHeader' | 'adminAuthHeaderTokenPrefix'>;

export function authHeaderOf(
  { adminAuthHeader, adminAuthHeaderTokenPrefix }: AuthHeader,
  token: string,
): [name: string, value: string] {
  return [adminAuthHeader, `${adminAuthHeaderTokenPrefix} ${token}`.trim()];
}

const endpoint = endpointsOf({ tag: 'config', access: publicAccess });

export const siteConfigApi = {
  read: endpoint('GET', '/config', {
    summary: 'Get the public part of the configuration',
    response: SiteConfig,
  }),
};
