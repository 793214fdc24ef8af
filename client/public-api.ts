// biome-ignore-all format: generated file
// biome-ignore-all lint/style/noExcessiveLinesPerFile: lists the whole public API

/**
 * The public API as plain types, and the address of each call. `npm run build:client` writes this file from
 * `contract/`; do not change it by hand.
 */

export interface AdjacentPost {
  slug: string;
  title: string;
}

export type BodyFormat = 'markdown' | 'html' | 'text' | 'json';

export interface Category {
  id: number;
  slug: string;
  label: string;
  description?: string;
  serviceId: string;
  parentPath: string;
  orderNo?: number;
  publishStatus: 'publish';
}

export interface CategoryDetail {
  id: number;
  slug: string;
  label: string;
  description?: string;
  serviceId: string;
  parentPath?: string;
  orderNo?: number;
  publishStatus: 'publish';
  parents?: Category[];
  children?: CategoryNode[] | Category[];
}

export interface CategoryNode {
  id: number;
  slug: string;
  label: string;
  description?: string;
  serviceId: string;
  parentPath: string;
  orderNo?: number;
  publishStatus: 'publish';
  children: CategoryNode[];
}

export interface CommentCount {
  serviceId: string;
  contentId: string;
  publishStatus: CommentStatus;
  commentCount: number;
  updatedAt: string;
}

export interface CommentForm {
  formToken: string;
  altcha?: unknown;
  recaptchaSiteKey?: string;
  recaptchaScript?: string;
}

export interface CommentProfiles {
  nickname?: string;
  age?: string;
  area?: string;
}

export type CommentStatus = 'publish' | 'unpublish' | 'unconfirm';

export interface ErrorResponse {
  message: string;
  errors?: FieldError[];
  error?: string;
  description?: string;
  current?: unknown;
  recaptcha?: string;
  reasons?: {
    postId: string;
    message: string;
  }[];
}

export interface FieldError {
  field: string;
  message: string;
  path?: string;
  limit?: {
    rule: 'atMost' | 'lessThan' | 'atLeast' | 'moreThan' | 'exactly';
    count: number;
    of: 'characters' | 'items' | 'number';
  };
}

export interface FoundPost {
  postId: string;
  slug: string;
  serviceId: string;
  title: string;
  label?: string;
  contentId: string;
  description?: string;
  author?: string;
  excerpt?: string;
  bodyFormat: BodyFormat;
  thumbnail?: ShownFile;
  images?: ShownFile[];
  files?: ShownFile[];
  status: PostStatus;
  postStatus: 'publish' | 'unpublish';
  publishAt?: string;
  effectiveAt?: string;
  statusPublishAt: string;
  createdAt: string;
  updatedAt?: string;
  categorySlug?: string;
  categoryPath?: string;
  category?: {
    id: number;
    slug: string;
    label: string;
    description?: string;
    serviceId: string;
    parentPath?: string;
    orderNo?: number;
    publishStatus: 'publish';
    parents?: Category[];
  };
  tags?: Tag[];
  groups?: GroupOfPost[];
  headings?: PostHeading[];
  readingSeconds?: number;
  noindex?: true;
  isHiddenInList?: true;
  highlights: {
    title: TextPiece[];
    text: TextPiece[];
  };
}

export interface GroupOfPost {
  slug: string;
  label: string;
}

export interface Guest {
  guestId: string;
}

export interface ImageVariant {
  size: string;
  width: number;
  height: number;
  src: string;
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

export type Language = 'en' | 'ja';

export type Order = 'asc' | 'desc';

export interface OwnComment {
  commentId: string;
  serviceId: string;
  contentId: string;
  body: string;
  bodyHtml: string;
  profiles?: CommentProfiles;
  publishStatus: CommentStatus;
  createdAt: string;
  updatedAt?: string;
  statusCreatedAt: string;
  serviceIdContentId: string;
  editableUntil?: string;
}

export interface OwnVote {
  contentId: string;
  voteType: VoteType;
}

export interface PostHeading {
  id: string;
  level: number;
  text: string;
}

export interface PostLink {
  id: number;
  url: string;
  label?: string;
}

export type PostStatus = 'draft' | 'reserved' | 'published' | 'unpublished';

export interface PublicComment {
  commentId: string;
  serviceId: string;
  contentId: string;
  body: string;
  bodyHtml: string;
  profiles?: CommentProfiles;
  publishStatus: CommentStatus;
  createdAt: string;
  updatedAt?: string;
  statusCreatedAt: string;
  serviceIdContentId: string;
}

export interface PublicPost {
  postId: string;
  slug: string;
  serviceId: string;
  title: string;
  label?: string;
  contentId: string;
  description?: string;
  author?: string;
  excerpt?: string;
  body?: string;
  bodyFormat: BodyFormat;
  bodyHtml?: string;
  bodyText?: string;
  bodyJson?: JsonValue;
  thumbnail?: ShownFile;
  images?: ShownFile[];
  files?: ShownFile[];
  status: PostStatus;
  postStatus: 'publish' | 'unpublish';
  publishAt?: string;
  effectiveAt?: string;
  statusPublishAt: string;
  createdAt: string;
  updatedAt?: string;
  categorySlug?: string;
  categoryPath?: string;
  category?: {
    id: number;
    slug: string;
    label: string;
    description?: string;
    serviceId: string;
    parentPath?: string;
    orderNo?: number;
    publishStatus: 'publish';
    parents?: Category[];
  };
  tags?: Tag[];
  groups?: GroupOfPost[];
  headings?: PostHeading[];
  readingSeconds?: number;
  noindex?: true;
  isHiddenInList?: true;
  links?: PostLink[];
}

export interface PublicPostGroup {
  serviceId: string;
  slug: string;
  label: string;
  postIds?: string[];
  createdAt: string;
  updatedAt: string;
}

export interface PublicService {
  serviceId: string;
  label: string;
  description?: string;
  logoUrl?: string;
  accentColor?: string;
  takesComments?: true;
}

export interface ShownFile {
  fileId: string;
  mimeType: string;
  caption?: string;
  name?: string;
  size?: number;
  src?: string;
  width?: number;
  height?: number;
  srcSet?: string;
  variants?: ImageVariant[];
  placeholder?: string;
  alt?: Wording;
  captions?: Wording;
}

export interface SiteConfig {
  siteName: string;
  logoUrls: {
    site: string;
    admin: string;
  };
  description: {
    en: string;
    ja: string;
  };
  frontPageServiceId: string;
  contactUrl: string;
  languages: Language[];
  mediaUrl: string;
  loadingMaxDuration: number;
  isEnabledComment: boolean;
  adminAuthHeader: string;
  adminAuthHeaderTokenPrefix: string;
  voteTypesDefault: ('like' | 'dislike')[];
  post: {
    isEditablePostBodyOnPageByMarkdown: boolean;
    defaultEditorMode: 'richText' | 'markdown' | 'text' | 'rawHtml' | 'json';
    richTextEditorKey: string;
    autoSlugSet: {
      isEnabled: boolean;
      format: string;
    };
    isEnableSlugAutoSetButton: boolean;
  };
  identity: {
    region: string;
    userPoolId: string;
    userPoolClientId: string;
    endpoint: string;
    authorizeUrl: string;
    tokenUrl: string;
    providers: {
      name: string;
      label: string;
    }[];
    features: {
      sessions: boolean;
      recoveryCodes: boolean;
      linking: boolean;
    };
  };
}

export type SubScope = 'all' | 'direct' | 'skipChildren';

export interface Tag {
  tagId: string;
  label: string;
  serviceId: string;
}

export interface TextPiece {
  text: string;
  isMatch: boolean;
}

export interface VoteCount {
  serviceId: string;
  contentId: string;
  voteType: VoteType;
  voteCount: number;
  updatedAt: string;
}

export type VoteType = 'like' | 'dislike';

export interface Wording {
  en?: string;
  ja?: string;
}

/** Known error messages. */
export type ErrorMessage =
  | 'Validation Failed'
  | 'Moved Permanently'
  | 'Not Found'
  | 'Method Not Allowed'
  | 'Payload Too Large'
  | 'Unsupported Media Type'
  | 'Bad Request'
  | 'Server error'
  | 'Service is unavailable'
  | 'Storage is full'
  | 'Storage cannot be written'
  | 'ServiceId does not exist'
  | 'Category does not exist'
  | 'Tag does not exist'
  | 'Forbidden'
  | 'Required to auth'
  | 'Data is empty'
  | 'Status is same value'
  | 'status is invalid'
  | 'Changed by somebody else'
  | 'ServiceId already used'
  | 'Too many services'
  | 'Slug already used'
  | 'This slug is not allowed'
  | 'Category not exists'
  | 'parentCategorySlug not exists'
  | 'parentCategorySlug must have a different value from slug'
  | 'parentCategorySlug is below the category'
  | 'The root category stays as it is'
  | 'Disabled to delete category having children'
  | 'Disabled to delete category related to posts'
  | 'Too many levels of categories'
  | 'Too many categories'
  | 'ids are invalid'
  | 'Label already used'
  | 'Same value'
  | 'Target already deleted'
  | 'Too many content ids'
  | 'ContentId does not accepted'
  | 'PostId is invalid'
  | 'body is invalid as json'
  | 'Group does not exist'
  | 'Already in use'
  | 'Too many groups'
  | 'Too many posts in the group'
  | 'Already Registered'
  | 'Already Unregistered'
  | 'Post not Found'
  | 'Some posts cannot be changed'
  | 'Too many tags'
  | 'User does not exist'
  | 'The last admin is needed'
  | 'Your own admin role is needed'
  | 'Not for your own account'
  | 'Too many users'
  | 'Too many API keys'
  | 'Too many webhooks'
  | 'Update success'
  | 'This account is already associated with another user'
  | 'Another account of this provider is linked'
  | 'The last way to sign in is needed'
  | 'The account has no password'
  | 'Too many requests'
  | 'MFA is off'
  | 'fileType is invalid'
  | 'fileId already exists'
  | 'File is empty'
  | 'File content is not of its type'
  | 'Image cannot be read'
  | 'Image has too many pixels'
  | 'Upload is over'
  | 'Upload is not complete'
  | 'Upload failed'
  | 'Too many uploads'
  | 'File is gone'
  | 'Not from this site'
  | 'Type is invalid'
  | 'Recaptcha is required';

/** Known field error messages. */
export type FieldMessage =
  | 'InvalidInput'
  | 'Input required'
  | 'empty values not allowed'
  | 'Already in use'
  | 'duplicated'
  | 'Commas are not allowed'
  | 'Too complex'
  | 'Email address is already in use'
  | 'Email is not valid'
  | 'Phone number is not valid'
  | 'Code is wrong'
  | 'Code is used already'
  | 'notAcceptedTypeOnUpload'
  | 'overMaxSizeOnUpload'
  | 'Must be of the same type'
  | 'Address is not allowed';

/** Input and response of each call. */
export interface PublicApi {
  config: {
    /** Get the public part of the configuration. */
    read: {
      request: object;
      answer: SiteConfig;
    };
  };
  services: {
    /** List the services that publish posts, by id. */
    list: {
      request: {
        count?: number;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: PublicService[];
        pagerKey: {
          serviceId: string;
        } | null;
        pageToken: string | null;
      };
    };
    /** Get a service. */
    find: {
      request: {
        serviceId: string;
      };
      answer: PublicService;
    };
  };
  posts: {
    /** List published posts, newest first, optionally of a category with its descendants or of a tag. */
    list: {
      request: {
        serviceId: string;
        count?: number;
        order?: Order;
        category?: string;
        tag?: string;
        withCategory?: boolean;
        withBody?: boolean;
        withTags?: boolean;
        apiVer?: '1' | '2';
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: PublicPost[];
        pagerKey: {
          postId: string;
          serviceId: string;
          statusPublishAt: string;
        } | null;
        pageToken: string | null;
        startToken?: string;
        meta?: {
          category?: {
            id: number;
            slug: string;
            label: string;
            description?: string;
            serviceId: string;
            parentPath: string;
            orderNo?: number;
            publishStatus: 'publish';
            children: Category[];
          };
          tag?: Tag;
        };
      };
    };
    /** Get a visible post, or any post by preview token; a former slug redirects to the current one. */
    find: {
      request: {
        serviceId: string;
        slug: string;
        token?: string;
      };
      answer: PublicPost;
    };
    /** Get the previous and next post, by publish time or by the order of a group. */
    adjacent: {
      request: {
        serviceId: string;
        slug: string;
        group?: string;
      };
      answer: {
        previous: AdjacentPost | null;
        next: AdjacentPost | null;
        group?: {
          slug: string;
          label: string;
          position: number;
          count: number;
        };
      };
    };
    /** Search published posts by title, body and tags; best match first, then newest. */
    search: {
      request: {
        serviceId: string;
        q: string;
        count?: number;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: FoundPost[];
        pagerKey: {
          rank: number;
          listedAt: string;
          postId: string;
        } | null;
        pageToken: string | null;
        meta: {
          words: string[];
          isLimited: boolean;
        };
      };
    };
  };
  groups: {
    /** List the post groups of a service, last changed first. */
    list: {
      request: {
        serviceId: string;
        count?: number;
        order?: Order;
        isUsed?: boolean;
        withPostIds?: boolean;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: PublicPostGroup[];
        pagerKey: {
          groupId: string;
          serviceId: string;
          updatedAt: string;
        } | null;
        pageToken: string | null;
        startToken?: string;
      };
    };
    /** Get a post group with its listed posts in their order. */
    find: {
      request: {
        serviceId: string;
        slug: string;
        count?: number;
        order?: Order;
        withBody?: boolean;
        withTags?: boolean;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        serviceId: string;
        slug: string;
        label: string;
        postIds?: string[];
        createdAt: string;
        updatedAt: string;
        posts?: PublicPost[];
        postCount: number;
        startNumber?: number;
        pagerKey: {
          postId: string;
          slug: string;
          position: number;
        } | null;
        pageToken: string | null;
        startToken?: string;
      };
    };
  };
  categories: {
    /** List the categories of a service as a tree, or flat with `isList=1`. */
    list: {
      request: {
        serviceId: string;
        isList?: boolean;
      };
      answer: CategoryNode[] | Category[];
    };
    /** Get a category; `withParents` and `withChildren` add relatives, `subScope` a flat list (apiVer 2). */
    find: {
      request: {
        serviceId: string;
        slug: string;
        apiVer?: '1' | '2';
        withParents?: boolean;
        withParent?: boolean;
        withChildren?: boolean;
        subScope?: SubScope;
      };
      answer: CategoryDetail;
    };
    /** List the direct children of a category in their order. */
    children: {
      request: {
        serviceId: string;
        slug: string;
      };
      answer: Category[];
    };
  };
  tags: {
    /** List the tags of a service by label. */
    list: {
      request: {
        serviceId: string;
        count?: number;
        order?: Order;
        isUsed?: boolean;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: Tag[];
        pagerKey: {
          label: string;
        } | null;
        pageToken: string | null;
        startToken?: string;
      };
    };
    /** Get a tag by its label. */
    find: {
      request: {
        serviceId: string;
        label: string;
      };
      answer: Tag;
    };
  };
  comments: {
    /** Count the published comments of each content of a service. */
    counts: {
      request: {
        serviceId: string;
        count?: number;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: CommentCount[];
        pagerKey: {
          contentId: string;
        } | null;
        pageToken: string | null;
        totalCount: number;
      };
    };
    /** List the published comments of a content, oldest first by default. */
    list: {
      request: {
        serviceId: string;
        contentId: string;
        count?: number;
        order?: Order;
        untilTime?: string;
        sinceTime?: string;
        apiVer?: '1' | '2';
        pagerKey?: string;
        pageToken?: string;
      };
      answer: {
        items: PublicComment[];
        pagerKey: {
          commentId: string;
        } | null;
        pageToken: string | null;
        startToken?: string;
        meta: {
          count: number;
          isOpen: boolean;
          startsAs: CommentStatus;
          needsProof: boolean;
        };
      };
    };
    /** Get the form token and the challenges to send with a comment. */
    form: {
      request: {
        serviceId: string;
        contentId: string;
      };
      answer: CommentForm;
    };
    /** List the caller’s own newest comments in every state, by token or guest cookie. */
    own: {
      request: {
        serviceId: string;
        contentId: string;
      };
      answer: OwnComment[];
    };
    /** Post a comment as a user (with a token) or as a guest; the response has its state. */
    create: {
      request: {
        serviceId: string;
        contentId: string;
        body: string;
        profiles?: {
          nickname?: string;
          age?: string;
          area?: string;
        } | null;
        recaptcha?: string;
        altcha?: string;
        formToken?: string;
        website?: string;
        isPlainForm?: boolean;
      };
      answer: OwnComment;
    };
    /** Edit an own comment within ten minutes; 403 afterwards. */
    edit: {
      request: {
        serviceId: string;
        contentId: string;
        commentId: string;
        body: string;
        profiles?: {
          nickname?: string;
          age?: string;
          area?: string;
        } | null;
      };
      answer: OwnComment;
    };
    /** Delete an own comment permanently within ten minutes; 403 afterwards. */
    delete: {
      request: {
        serviceId: string;
        contentId: string;
        commentId: string;
      };
      answer: null;
    };
  };
  votes: {
    /** List vote counts of a service in pages; with `contentIds` (comma-separated) those, as an array. */
    list: {
      request: {
        serviceId: string;
        contentIds?: string;
        count?: number;
        pagerKey?: string;
        pageToken?: string;
      };
      answer: VoteCount[] | {
        items: VoteCount[];
        pagerKey: {
          contentId: string;
          voteType: VoteType;
        } | null;
        pageToken: string | null;
        totalCount: number;
      };
    };
    /** Get the caller’s own votes, by token or guest cookie. */
    own: {
      request: {
        serviceId: string;
        contentIds: string;
      };
      answer: OwnVote[];
    };
    /** Get the vote counts of one content by type. */
    find: {
      request: {
        serviceId: string;
        contentId: string;
      };
      answer: VoteCount[];
    };
    /** Vote as a user (with a token) or as a guest; replaces the earlier vote. */
    cast: {
      request: {
        serviceId: string;
        contentId: string;
        type?: string | null;
      };
      answer: VoteCount[];
    };
    /** Remove an own vote of a type, if there is one. */
    takeBack: {
      request: {
        serviceId: string;
        contentId: string;
        type?: VoteType;
      };
      answer: VoteCount[];
    };
  };
  guests: {
    /** Get the guest identity of the visitor, creating it if there is none. */
    enter: {
      request: object;
      answer: Guest;
    };
  };
}

/** Route of each call below `/api`; some have a body, some are paged. */
export const routes = {
  config: {
    read: { method: 'GET', path: '/config' },
  },
  services: {
    list: { method: 'GET', path: '/services', isPaged: true },
    find: { method: 'GET', path: '/services/:serviceId' },
  },
  posts: {
    list: { method: 'GET', path: '/posts/:serviceId', isPaged: true },
    find: { method: 'GET', path: '/posts/:serviceId/:slug' },
    adjacent: { method: 'GET', path: '/posts/:serviceId/:slug/adjacent' },
    search: { method: 'GET', path: '/posts/:serviceId/search', isPaged: true },
  },
  groups: {
    list: { method: 'GET', path: '/posts/:serviceId/groups', isPaged: true },
    find: { method: 'GET', path: '/posts/:serviceId/groups/:slug', isPaged: true },
  },
  categories: {
    list: { method: 'GET', path: '/categories/:serviceId' },
    find: { method: 'GET', path: '/categories/:serviceId/:slug' },
    children: { method: 'GET', path: '/categories/:serviceId/:slug/children' },
  },
  tags: {
    list: { method: 'GET', path: '/tags/:serviceId', isPaged: true },
    find: { method: 'GET', path: '/tags/:serviceId/:label' },
  },
  comments: {
    counts: { method: 'GET', path: '/comments/:serviceId/counts', isPaged: true },
    list: { method: 'GET', path: '/comments/:serviceId/:contentId', isPaged: true },
    form: { method: 'POST', path: '/comments/:serviceId/:contentId/form' },
    own: { method: 'GET', path: '/comments/:serviceId/:contentId/own' },
    create: { method: 'POST', path: '/comments/:serviceId/:contentId', hasBody: true },
    edit: { method: 'PUT', path: '/comments/:serviceId/:contentId/:commentId', hasBody: true },
    delete: { method: 'DELETE', path: '/comments/:serviceId/:contentId/:commentId' },
  },
  votes: {
    list: { method: 'GET', path: '/votes/:serviceId', isPaged: true },
    own: { method: 'GET', path: '/votes/:serviceId/own' },
    find: { method: 'GET', path: '/votes/:serviceId/:contentId' },
    cast: { method: 'POST', path: '/votes/:serviceId/:contentId', hasBody: true },
    takeBack: { method: 'DELETE', path: '/votes/:serviceId/:contentId' },
  },
  guests: {
    enter: { method: 'POST', path: '/guests' },
  },
} as const;
