import { startFakeBlob, startFakeGcs, startFakeS3, type FakeServer } from '@portico/integrations/testing'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { IntegrationsSection } from '../config.ts'
import { createReading } from '../reading/create-reading.ts'
import { toReadingSettings } from '../reading/reading-settings.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
  delete process.env['AWS_ENDPOINT_URL_STS']
})

type Input = Parameters<typeof IntegrationsSection.parse>[0]

const readingOf = (integrations: Input) =>
  createReading(toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [], folder: '/' }))

const files = { 'docs/index.md': '# docs', 'docs/more & ü.md': 'more', 'catalog-info.yaml': 'kind: A', 'team/catalog-info.yaml': 'kind: B' }
const fill = (objects: Map<string, Buffer>) => Object.entries(files).forEach(([name, text]) => objects.set(name, Buffer.from(text)))

async function expectAllRead(integrations: Input, base: string): Promise<void> {
  const reading = readingOf(integrations)
  const first = await reading.read('url', `${base}/catalog-info.yaml`, {})
  expect(first).toMatchObject({ files: [{ text: 'kind: A' }] })
  expect(await reading.read('url', `${base}/catalog-info.yaml`, { etag: (first as { etag: string }).etag })).toEqual({ notModified: true })
  const found = await reading.search('url', `${base}/**/catalog-info.yaml`, {})
  expect(found).toMatchObject({ targets: [`${base}/catalog-info.yaml`, `${base}/team/catalog-info.yaml`] })
  const tree = await reading.readTree('url', `${base}/docs`, {})
  const names: Record<string, string> = {}
  if (!tree.notModified) for await (const { path, bytes } of tree.files) names[path] = String(bytes)
  expect(names).toEqual({ 'index.md': '# docs', 'more & ü.md': 'more' })
  expect(await reading.readTree('url', `${base}/docs`, { etag: (tree as { etag: string }).etag })).toEqual({ notModified: true })
  expect(reading.resolve('url', '../x.yaml', `${base}/team/catalog-info.yaml`)).toBe(`${base}/x.yaml`)
  expect(() => reading.resolve('url', '../../x.yaml', `${base}/team/catalog-info.yaml`)).toThrow('leads out of its bucket')
  await expect(reading.read('url', `${base}/none.yaml`, {})).rejects.toMatchObject({ name: 'NotFoundError' })
}

test('objects of S3 are read with signed requests, page by page', async () => {
  const fake = await startFakeS3('bucket')
  fakes.push(fake)
  fill(fake.objects)
  fake.keys.accessKeyId = 'AKIA'
  await expectAllRead(
    { awsS3: [{ endpoint: fake.url, accessKeyId: 'AKIA', secretAccessKey: 's', s3ForcePathStyle: true }] },
    `${fake.url}/bucket`,
  )
})

test('a role of AWS is assumed, and its keys are used', async () => {
  const fake = await startFakeS3('bucket')
  fakes.push(fake)
  fill(fake.objects)
  fake.keys.accessKeyId = 'ASSUMED'
  process.env['AWS_ENDPOINT_URL_STS'] = fake.url
  const entry = { endpoint: fake.url, accessKeyId: 'AKIA', secretAccessKey: 's', roleArn: 'arn:aws:iam::1:role/x', externalId: 'e' }
  const read = await readingOf({ awsS3: [entry] }).read('url', `${fake.url}/bucket/catalog-info.yaml`, {})
  expect(read).toMatchObject({ files: [{ text: 'kind: A' }] })
})

test('objects of Google Cloud Storage are read with the token of a service account', async () => {
  const fake = await startFakeGcs('bucket')
  fakes.push(fake)
  fill(fake.objects)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const googleGcs = { clientEmail: 'portal@acme.test', privateKey: key, apiBaseUrl: fake.url, tokenUrl: `${fake.url}/token` }
  await expectAllRead({ googleGcs }, `${fake.url}/bucket`)
})

test('blobs of Azure are read with a signature of the account key', async () => {
  const fake = await startFakeBlob('acme')
  fakes.push(fake)
  fill(fake.objects)
  await expectAllRead(
    { azureBlobStorage: [{ accountName: 'acme', accountKey: 'a2V5', endpoint: fake.endpoint }] },
    `${fake.endpoint}/container`,
  )
})
