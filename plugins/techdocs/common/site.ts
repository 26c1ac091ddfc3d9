import { z } from 'zod'

/** What is wrong with a site or one of its pages. The page renders all the same. */
export const DocsNotice = z.object({
  level: z.enum(['error', 'warning', 'info']),
  /** What kind of problem it is: `link-broken`, `plugin-unsupported`. */
  code: z.string(),
  message: z.string(),
  /** The file, from the root of the source. */
  file: z.string().optional(),
  line: z.number().optional(),
  fix: z.string().optional(),
})
export type DocsNotice = z.output<typeof DocsNotice>

/** An entry of the navigation: a page, a link, or a section with entries of its own. */
export const DocsNavItem = z.object({
  title: z.string(),
  /** The path of a page of the site, such as `guide/start/`; empty for the home page. */
  path: z.string().optional(),
  /** A link that is not a page of the site. */
  href: z.string().optional(),
  /** The target does not exist. */
  missing: z.boolean().optional(),
  get children() {
    return z.array(DocsNavItem).optional()
  },
})
export interface DocsNavItem {
  title: string
  path?: string | undefined
  href?: string | undefined
  missing?: boolean | undefined
  children?: DocsNavItem[] | undefined
}

/** A language of a site of several, and the site in it. */
export const DocsLanguage = z.object({
  locale: z.string(),
  /** What the language calls itself. */
  name: z.string(),
  /** How the paths of its pages begin: `de/`, or nothing for the default language. */
  prefix: z.string(),
  siteName: z.string(),
  /** Whether pages of the default language stand in for what is not translated. */
  hasFallback: z.boolean(),
  nav: z.array(DocsNavItem),
  home: z.string().optional(),
})
export type DocsLanguage = z.output<typeof DocsLanguage>

/** What a reader needs to know of a whole site. */
export const DocsSite = z.object({
  name: z.string(),
  description: z.string().optional(),
  copyright: z.string().optional(),
  /** The repository of the source. */
  repoUrl: z.string().optional(),
  nav: z.array(DocsNavItem),
  /** The path that opens first. Undefined for a site without pages. */
  home: z.string().optional(),
  /** Features of the theme that the reader honours. */
  features: z.array(z.string()),
  /** Old paths and where they lead: a path of the site, or a web address. */
  redirects: z.record(z.string(), z.string()),
  /** All languages, the default one among them. Undefined for a site that has one. */
  languages: z.array(DocsLanguage).optional(),
})
export type DocsSite = z.output<typeof DocsSite>

/** A heading of a page, for its table of contents. */
export const DocsHeading = z.object({ id: z.string(), title: z.string(), level: z.number() })
export type DocsHeading = z.output<typeof DocsHeading>

/** Searchable text: a page, or the part of it below one heading. */
export const DocsSection = z.object({ id: z.string().optional(), title: z.string(), text: z.string() })
export type DocsSection = z.output<typeof DocsSection>

/** Where a page is in a language: the page itself, or what stands in for its translation. */
export const DocsTranslation = z.object({ locale: z.string(), path: z.string() })
export type DocsTranslation = z.output<typeof DocsTranslation>

const DocsNeighbour = z.object({ title: z.string(), path: z.string() })

/** A rendered page. Links of its HTML begin with `pagePrefix` and `filePrefix`. */
export const DocsPage = z.object({
  path: z.string(),
  title: z.string(),
  html: z.string(),
  headings: z.array(DocsHeading),
  description: z.string().optional(),
  tags: z.array(z.string()),
  status: z.string().optional(),
  /** What the page hides: `navigation`, `toc`, `footer`. */
  hide: z.array(z.string()),
  /** The file it was rendered from, from the root of the source. Undefined for a published page. */
  source: z.string().optional(),
  editUrl: z.string().optional(),
  /** The language of its text, in a site of several. */
  language: z.string().optional(),
  /** The page in all languages of the site that have it. */
  translations: z.array(DocsTranslation).optional(),
  /** The page of the navigation that a page without a place in it belongs to, such as a post to its blog, and the posts around it. */
  within: z.object({ path: z.string(), previous: DocsNeighbour.optional(), next: DocsNeighbour.optional() }).optional(),
  notices: z.array(DocsNotice),
})
export type DocsPage = z.output<typeof DocsPage>

/** How links to pages of the same site begin in the HTML of a page, followed by the path. */
export const pagePrefix = 'portico-page:/'
/** How links to other files of the same site begin in the HTML of a page. */
export const filePrefix = 'portico-file:/'
