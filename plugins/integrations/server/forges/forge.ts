import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { HttpAnswer } from '@portico/core/server/outbound'
import type { ApiRequest, HostClient } from '../api/host-client.ts'
import type { IntegrationType } from '../integration.ts'
import type { LastChange, NotModified } from '../reading/source-reader.ts'
import { toDate } from './paths.ts'

/** A file or folder of a repository, as an address of its host names it. */
export interface ForgeTarget {
  /** The repository as the API of the host knows it: `owner/repo`, or a longer path. */
  readonly repository: string
  /** A branch, tag or commit; undefined for the default branch. */
  readonly ref: string | undefined
  /** From the root of the repository, without a leading slash; may be a pattern. */
  readonly path: string
  readonly isFolder: boolean
}

/** A target whose ref is known. */
export type KnownTarget = ForgeTarget & { readonly ref: string }

export interface ForgeFile {
  readonly notModified?: false
  readonly bytes: Buffer
  readonly etag: string | undefined
  readonly lastModifiedAt?: Date | undefined
}

export interface ForgeOptions {
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** One host of repositories: how its addresses are read, and how its API is asked. */
export interface Forge {
  readonly type: IntegrationType
  readonly host: string
  /** Whether an address of the host is one of a repository, so that it is read by the API. */
  accepts(url: URL): boolean
  /** Throws for an address that is not one of a file or folder. */
  parse(url: URL): ForgeTarget
  format(target: ForgeTarget): string
  editUrl(url: URL): string | undefined
  defaultBranch(target: ForgeTarget, options: ForgeOptions): Promise<string>
  readFile(target: KnownTarget, options: ForgeOptions): Promise<ForgeFile | NotModified>
  /** The newest commit of the ref. */
  head(target: KnownTarget, options: ForgeOptions): Promise<LastChange & { readonly revision: string }>
  /** The newest commit that touched the path. */
  lastChange(target: KnownTarget, options: ForgeOptions): Promise<LastChange>
  /** The paths of all files; undefined where the host cannot list so many, and the archive has to be read. */
  paths(target: KnownTarget, revision: string, options: ForgeOptions): Promise<readonly string[] | undefined>
  /** A tar.gz of the repository, within one folder at its top; undefined where the host has none. */
  archive?(target: KnownTarget, revision: string, options: ForgeOptions): Promise<Readable>
  /** How many folders at the top of the archive are not part of the repository. Default 1. */
  readonly archiveDepth?: number
}

/** A host of the settings, as plain data. */
export interface HostSettings {
  readonly type: IntegrationType
  readonly host: string
  readonly apiBaseUrl: string | undefined
  /** The entry of `integrations`. */
  readonly entry: unknown
}

export interface ForgeDependencies {
  readonly api: HostClient
  readonly settings: HostSettings
  /** Whether there are credentials for the host. */
  readonly hasCredentials: boolean
}

/** The bytes at an address of an API, or that they are those of the etag. Where the host has no etags, their hash is one. */
export async function readApiFile(
  api: HostClient,
  url: string,
  request: ApiRequest,
  { etag, signal }: ForgeOptions,
  decode: (answer: HttpAnswer) => Buffer = ({ bytes }) => bytes,
): Promise<ForgeFile | NotModified> {
  const isOwn = etag?.startsWith(ownPrefix) ?? false
  const conditions = etag === undefined || isOwn ? {} : { 'if-none-match': etag }
  const answer = await api.get(url, { ...request, headers: { ...request.headers, ...conditions }, signal })
  if (answer.status === 304) return { notModified: true }
  const bytes = decode(answer)
  const given = answer.headers['etag']
  const found = typeof given === 'string' && given !== '' ? given : `${ownPrefix}${hash('sha256', bytes)}`
  if (found === etag) return { notModified: true }
  return { bytes, etag: found, lastModifiedAt: toDate(answer.headers['last-modified']) }
}

const ownPrefix = 'sha256:'
