import { renderPage } from '@portico/core/testing/web'
import { afterEach, expect, test, vi } from 'vitest'
import { defineWebPlugin, useSignIn, type AppComponents } from './index.ts'

afterEach(() => vi.restoreAllMocks())

function Boom(): never {
  throw new Error('not today')
}
const plugin = defineWebPlugin({
  id: 'host',
  pages: [
    { path: '/', title: 'Host', load: async () => ({ default: () => <h1>Host</h1> }) },
    { path: '/bad', title: 'Bad', load: async () => ({ default: Boom }) },
    { path: '/lost', title: 'Lost', load: () => Promise.reject(new Error('gone')) },
    { path: '/never', title: 'Never', load: () => new Promise<never>(() => {}) },
  ],
})
const components: AppComponents = {
  Progress: () => <p>Our progress</p>,
  NotFoundPage: () => <p>Our not found</p>,
  BootErrorPage: ({ kind, message }) => <p>{`Our boot error: ${kind} ${message}`}</p>,
  SignInPage: () => {
    const { providers, signIn } = useSignIn()
    const enter = async () => signIn((await providers())[0]!)
    return <button onClick={() => void enter()}>Our sign-in</button>
  },
  ErrorFallback: ({ plugin: id, error }) => <p>{`Our fallback: ${id} ${error.message}`}</p>,
}

test.each([
  ['/bad', 'Our fallback: host not today'],
  ['/lost', 'Our boot error: chunk gone'],
  ['/nowhere', 'Our not found'],
  ['/never', 'Our progress'],
])('an app shows its own parts of the shell: at %s, %s', async (path, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen } = renderPage({ plugins: [plugin], path, components })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('an app’s own sign-in page signs in through the session', async () => {
  const signIn = [
    {
      id: 'key',
      title: 'Key',
      message: '',
      action: 'Turn',
      signIn: async () => ({
        profile: {},
        backstageIdentity: {
          token: 't',
          expiresAt: new Date(Date.now() + 3_600_000),
          identity: { type: 'user' as const, userEntityRef: 'user:default/key', ownershipEntityRefs: [] },
        },
      }),
    },
  ]
  const { screen, user } = renderPage({ plugins: [plugin], components, user: undefined, signIn })
  await user.click(await screen.findByRole('button', { name: 'Our sign-in' }))
  expect(await screen.findByRole('heading', { name: 'Host' })).toBeTruthy()
})
