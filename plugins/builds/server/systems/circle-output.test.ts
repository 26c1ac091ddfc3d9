import { circleBuild, refuseUnknown, startBuilds, type TestBuilds } from '@portico/builds/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let builds: TestBuilds
beforeAll(async () => {
  builds = await startBuilds({ circle: { 'circleci.com/project-slug': 'github/acme/web' }, plain: {} })
})
afterAll(() => builds.stop())
let number = 1
beforeEach(() => void (number += 1))
afterEach(() => {
  builds.circleci.state.fault = undefined
  refuseUnknown(builds.refused())
})

/** A build with one action, whose output is at an address. Another number each time, so that nothing is kept from before. */
function build(output_url: string | null): void {
  builds.circleci.model.builds = [
    circleBuild(number, {
      steps: [
        {
          name: 'Test',
          actions: [
            { name: 'lint', output_url: null },
            { name: 'test', output_url },
          ],
        },
      ],
    }),
  ]
}
const read = (place = 'step=0&action=1', entity = 'circle', id: string = String(number)) =>
  builds.server.fetch(`/api/builds/entities/default/component/${entity}/circleci/builds/${id}/output?${place}`)
const messageOf = async (response: Response) => ((await response.json()) as { error: { message: string } }).error.message

test('the output of an action is read from where CircleCI says that it is, without credentials', async () => {
  builds.circleci.outputs.set('test', [{ message: 'a\n' }, { message: 'b\n' }])
  build(`${builds.circleci.url}/output/test`)
  const response = await read()
  expect([response.status, await response.json()]).toEqual([200, [{ message: 'a\n' }, { message: 'b\n' }]])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('an action without output, another build or entity is not found; the address is never that of the caller', async () => {
  build(`${builds.circleci.url}/output/none`)
  for (const place of ['step=0&action=0', 'step=0&action=2', 'step=9&action=0', 'step=0&action=1']) {
    const response = await read(place)
    expect([place, response.status]).toEqual([place, 404])
  }
  expect((await read(undefined, 'plain')).status).toBe(404)
  expect((await read(undefined, 'nobody')).status).toBe(404)
  expect((await read(undefined, 'circle', '..%2f1')).status).toBe(404)
  expect((await read('step=0&action=https://evil.example/')).status).toBe(400)
  expect(
    (await builds.server.as(undefined).fetch('/api/builds/entities/default/component/circle/circleci/builds/1/output?step=0&action=0'))
      .status,
  ).toBe(401)
})

test.each([
  ['http://logs.example/x', /which is not an address of https/],
  ['https://127.0.0.1:1/x', /inside of the network/],
  ['https://169.254.169.254/latest/meta-data', /inside of the network/],
  ['https://localhost/x', /inside of the network/],
  ['file:///etc/passwd', /not an address of http: or https:/],
  ['https://user:secret@logs.example/x', /logs\.example/],
  ['nowhere', /not a web address/],
])('a log at %s is not read', async (address, words) => {
  build(address)
  const response = await read()
  expect([response.ok, await messageOf(response)]).toEqual([false, expect.stringMatching(words)])
})

test('a redirect to the inside is refused, and a host that refuses is told in words', async () => {
  build(`${builds.circleci.url}/output/moved`)
  builds.circleci.state.fault = ({ path }, response) => {
    if (path !== '/output/moved') return false
    response.writeHead(302, { location: 'https://10.0.0.1/x' }).end()
    return true
  }
  expect(await messageOf(await read())).toMatch(/inside of the network/)
  builds.circleci.state.fault = ({ path }, response) => {
    if (path !== '/output/moved') return false
    response.writeHead(403).end('<Error>Request has expired</Error>')
    return true
  }
  const refused = await read()
  expect([refused.status, await messageOf(refused)]).toEqual([
    503,
    `The log could not be read: ${builds.circleci.host} answered with status 403`,
  ])
})
