import { durationMs, frontend, frontendSections, secret, unused } from '@portico/core/server'
import { docsReaderSection } from '@portico/techdocs/common'
import { z } from 'zod'

const notHere = 'has no effect: docs are rendered by the portal itself, without Python and Docker'

const sanitizer = z
  .strictObject({
    allowedIframeHosts: z
      .array(z.string().min(1))
      .default([])
      .describe('Hosts that pages may show in a frame; backend.csp must allow them too'),
    allowedCustomElementTagNameRegExp: z.string().exactOptional().describe('Custom elements that pages may have'),
    allowedCustomElementAttributeNameRegExp: z.string().exactOptional().describe('Attributes that custom elements may have'),
    additionalAllowedURIProtocols: z.array(z.string().min(1)).default([]).describe('Schemes of links besides the common ones'),
  })
  .prefault({})

const generator = z
  .strictObject({
    runIn: unused(notHere),
    dockerImage: unused(notHere),
    pullImage: unused(notHere),
    mkdocs: z
      .strictObject({
        legacyCopyReadmeMdToIndexMd: z.boolean().default(false).describe('Takes a README as the home page of a site that has none'),
        omitTechdocsCorePlugin: unused(notHere),
        defaultPlugins: unused(notHere),
        disableExternalFonts: unused(),
        dangerouslyAllowAdditionalKeys: unused(notHere),
      })
      .prefault({}),
  })
  .prefault({})

const limits = z
  .strictObject({
    pageTimeout: durationMs.prefault('10s').describe('How long one page may take to render'),
    memoryMegabytes: z.int().min(64).max(4096).default(256).describe('How much memory the rendering process may use'),
    maxFiles: z.int().min(1).max(100_000).default(10_000).describe('Files of one source'),
    maxMegabytes: z.int().min(1).max(2000).default(100).describe('Size of one source'),
  })
  .prefault({})

const diagrams = z
  .strictObject({
    krokiUrl: z.url().exactOptional().describe('A Kroki server that draws PlantUML, D2 and others; backend.csp must allow its images'),
    plantumlUrl: z.url().exactOptional().describe('A PlantUML server, where there is no Kroki'),
  })
  .prefault({})

const bucketRootPath = z.string().exactOptional().describe('The folder in the bucket')

const publisher = z
  .strictObject({
    type: z.enum(['local', 'awsS3', 'googleGcs', 'azureBlobStorage', 'openStackSwift']).default('local'),
    local: z.strictObject({ publishDirectory: z.string().min(1).exactOptional() }).exactOptional(),
    awsS3: z
      .object({
        bucketName: z.string().min(1),
        region: z.string().min(1).exactOptional(),
        endpoint: z.url().exactOptional(),
        s3ForcePathStyle: z.boolean().exactOptional(),
        credentials: z
          .object({
            accessKeyId: z.string().min(1).exactOptional(),
            secretAccessKey: secret(z.string().min(1)).exactOptional(),
            sessionToken: secret(z.string().min(1)).exactOptional(),
            roleArn: z.string().min(1).exactOptional().describe('A role that is assumed with these keys, or with those of the environment'),
            externalId: z.string().min(1).exactOptional(),
          })
          .refine(
            ({ accessKeyId, secretAccessKey }) => (accessKeyId === undefined) === (secretAccessKey === undefined),
            'accessKeyId and secretAccessKey belong together',
          )
          .exactOptional()
          .describe('Without it, those of the environment or of the pod'),
        accountId: unused('has no effect: write the keys or the role in credentials'),
        bucketRootPath,
      })
      .exactOptional(),
    googleGcs: z
      .object({
        bucketName: z.string().min(1),
        credentials: secret(
          z.union([
            z.string().min(1),
            z.object({ client_email: z.string(), private_key: z.string(), token_uri: z.string().exactOptional() }),
          ]),
        ).exactOptional(),
        bucketRootPath,
      })
      .exactOptional(),
    azureBlobStorage: z
      .object({
        containerName: z.string().min(1),
        credentials: z
          .object({
            accountName: z.string().min(1),
            accountKey: secret(z.string().min(1))
              .exactOptional()
              .describe("Without it, the portal's own identity at Azure is used: that of its environment, its pod or its machine"),
          })
          .exactOptional(),
        connectionString: secret(z.string().min(1)).exactOptional(),
        bucketRootPath,
      })
      .exactOptional(),
    openStackSwift: z
      .object({
        containerName: z.string().min(1),
        credentials: secret(z.object({ id: z.string().min(1), secret: z.string().min(1) })),
        authUrl: z.url(),
        swiftUrl: z.url(),
      })
      .exactOptional(),
  })
  .refine(value => value.type === 'local' || value[value.type] !== undefined, 'needs the section of its type')
  .prefault({})

/** The sections of the config that docs own. */
export const techdocsSections = {
  techdocs: z
    .strictObject({
      builder: frontend(z.enum(['local', 'external']).default('local')).describe(
        'local: the portal renders docs itself; external: it shows what CI has published',
      ),
      cache: z
        .strictObject({
          folder: z
            .string()
            .min(1)
            .optional()
            .describe('Where prepared sites are kept; they can be removed at any time. Default: techdocs in backend.dataFolder'),
          maxMegabytes: z.int().min(1).default(2000).describe('How much is kept before the least used sites are removed'),
          ttl: unused('has no effect: prepared pages stay until their source changes'),
          readTimeout: unused('has no effect: there is no cache server'),
        })
        .prefault({}),
      sanitizer,
      generator,
      limits,
      diagrams,
      publisher: publisher.describe('Where docs are published; read with builder external, written by portico docs publish'),
      legacyUseCaseSensitiveTripletPaths: z
        .boolean()
        .default(false)
        .describe('Keeps the letter case of kind, namespace and name in addresses of files'),
      requestUrl: unused('has no effect: the address follows from backend.baseUrl'),
      storageUrl: frontend(z.string())
        .exactOptional()
        .describe(
          'Where images and other files of docs are served, if not by this portal: <namespace>/<kind>/<name>/<file> below it. backend.csp must allow its images',
        ),
    })
    .prefault({}),
  ...frontendSections(docsReaderSection),
}
export type TechdocsSection = z.output<(typeof techdocsSections)['techdocs']>
