import type { Offer } from '../serving/offer.ts'

interface MetadataDependencies {
  /** The address of the plugin as clients reach it. */
  readonly baseUrl: string
  readonly offer: Pick<Offer, 'scopes' | 'servers'>
  readonly canRegister: () => boolean
  readonly hasDocuments: () => boolean
}

/** What clients read before they sign in. Addresses are those outside, whatever the request says. */
export function createMetadata({ baseUrl, offer, canRegister, hasDocuments }: MetadataDependencies) {
  const resourceOf = (server?: string) => `${baseUrl}/v1${server === undefined ? '' : `/${server}`}`

  return {
    issuer: baseUrl,
    resourceOf,
    resourceMetadataUrl: (server?: string) =>
      `${baseUrl}/.well-known/oauth-protected-resource${server === undefined ? '' : `?server=${server}`}`,
    /** Servers of the config count, and the addresses of others do not. */
    isResource(resource: string): boolean {
      const wanted = resource.replace(/\/+$/, '')
      if (wanted === baseUrl || wanted === resourceOf() || wanted === new URL(baseUrl).origin) return true
      return offer.servers().some(({ id }) => id !== undefined && wanted === resourceOf(id))
    },
    /** `rest` is the path of the resource, as it stands behind the well-known part of the address. */
    async resource(rest = '') {
      const server = /\/v1\/([a-z0-9-]+)$/.exec(rest)?.[1]
      const known = offer.servers().some(({ id }) => id === server) ? server : undefined
      return {
        resource: resourceOf(known),
        authorization_servers: [baseUrl],
        scopes_supported: (await offer.scopes()).map(({ scope }) => scope),
        bearer_methods_supported: ['header'],
        resource_name: offer.servers().find(({ id }) => id === known)?.name,
      }
    },
    async authorization() {
      return {
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/oauth/authorize`,
        token_endpoint: `${baseUrl}/oauth/token`,
        revocation_endpoint: `${baseUrl}/oauth/revoke`,
        ...(canRegister() && { registration_endpoint: `${baseUrl}/oauth/register` }),
        client_id_metadata_document_supported: hasDocuments(),
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        scopes_supported: (await offer.scopes()).map(({ scope }) => scope),
        // Fields that clients of OpenID Connect look for.
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        jwks_uri: `${baseUrl}/.backstage/auth/v1/jwks.json`,
      }
    },
  }
}

export type Metadata = ReturnType<typeof createMetadata>
