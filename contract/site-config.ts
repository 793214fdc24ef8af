import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';

export const Language = z.enum(['en', 'ja']);
export type Language = z.infer<typeof Language>;

/** What browsers and other clients may know of this installation. */
export const SiteConfig = z.object({
  siteName: z.string(),
  /** Absolute or root-relative image addresses; empty where the product's own mark is used. */
  logoUrls: z.object({ site: z.string(), admin: z.string() }),
  /** What the whole site says of itself in each language; empty where it says nothing. */
  description: z.object({ en: z.string(), ja: z.string() }),
  /** The service whose posts fill the front page; empty where it shows every service. */
  frontPageServiceId: z.string(),
  /** Where readers may turn to: a `mailto:` or web address, or empty. */
  contactUrl: z.string(),
  languages: z.array(Language),
  /** Where media is served from, without a slash at the end. */
  mediaUrl: z.string(),
  /** Milliseconds after which a loading display gives up. */
  loadingMaxDuration: z.int(),
  isEnabledComment: z.boolean(),
  /** The header that carries the token of a call, and what stands before the token in it; may be empty. */
  adminAuthHeader: z.string(),
  adminAuthHeaderTokenPrefix: z.string(),
  voteTypesDefault: z.array(z.enum(['like', 'dislike'])),
  post: z.object({
    isEditablePostBodyOnPageByMarkdown: z.boolean(),
    defaultEditorMode: z.enum(['richText', 'markdown', 'text', 'rawHtml', 'json']),
    /** With a key of TinyMCE that is the editor of rich text; empty for the one that comes with the console. */
    richTextEditorKey: z.string(),
    autoSlugSet: z.object({ isEnabled: z.boolean(), format: z.string() }),
    isEnableSlugAutoSetButton: z.boolean(),
  }),
  /** Where people sign in, by the Amazon Cognito user-pool API. */
  identity: z.object({
    region: z.string(),
    userPoolId: z.string(),
    userPoolClientId: z.string(),
    /**
     * Where a client of that API sends its calls: `/identity/` of this site for the embedded pool.
     * A client that takes only whole addresses puts the site's own in front.
     */
    endpoint: z.string(),
    /**
     * Where a browser is sent to sign in with a third-party provider (OAuth 2.0 authorization code with PKCE, the
     * provider's name as `identity_provider`), and where it changes the code for tokens; empty without providers.
     */
    authorizeUrl: z.string(),
    tokenUrl: z.string(),
    /** Third-party providers that people may sign in with. */
    providers: z.array(z.object({ name: z.string(), label: z.string() })),
    /** What this user pool can do beyond the protocol; a hosted one cannot. */
    features: z.object({ sessions: z.boolean(), recoveryCodes: z.boolean(), linking: z.boolean() }),
  }),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export type AuthHeader = Pick<SiteConfig, 'adminAuthHeader' | 'adminAuthHeaderTokenPrefix'>;

/** The name and the value of the header that carries a token. */
export function authHeaderOf(
  { adminAuthHeader, adminAuthHeaderTokenPrefix }: AuthHeader,
  token: string,
): [name: string, value: string] {
  return [adminAuthHeader, `${adminAuthHeaderTokenPrefix} ${token}`.trim()];
}

export const siteConfigApi = {
  read: endpoint({
    method: 'GET',
    path: '/config',
    summary: 'The public part of the configuration',
    tag: 'config',
    access: publicAccess,
    response: SiteConfig,
  }),
};
