import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const team = (parent?: string, more: object = {}) => ({ type: 'team', children: [], ...(parent && { parent }), ...more })
const people = Array.from({ length: 5000 }, (_, index) => String(index).padStart(4, '0'))
const test = testWithCatalog({
  documents: [
    entityDocument('Group', 'crowd', team(undefined, { members: ['ghost'], profile: { email: 'crowd@larkpost.example' } })),
    ...people.map(number =>
      entityDocument('User', `person-${number}`, {
        memberOf: ['crowd'],
        profile: { displayName: `Person ${number}`, email: `p${number}@x.example` },
      }),
    ),
    entityDocument('Group', 'ring-a', team('ring-b')),
    entityDocument('Group', 'ring-b', team('ring-a')),
    entityDocument('Group', 'stray', team('disbanded')),
    entityDocument('User', 'wild', {
      memberOf: ['front-door'],
      profile: { displayName: '<b>Wild</b> مرحبا', email: 'wild@larkpost.example' },
    }),
  ],
  config: {
    auth: {
      environment: 'development',
      providers: {
        guest: {
          userEntityRef: 'user:default/tomas.verbeke',
          ownershipEntityRefs: ['user:default/tomas.verbeke', 'group:default/front-door'],
        },
      },
    },
  },
})

test('from my team in the sidebar to its members, its parent and what it owns [ORG-01] [ORG-02]', async ({ portal }) => {
  const { page } = portal
  await portal.signIn()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Front Door' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Front Door' })).toBeVisible()
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile.getByRole('link', { name: 'front-door@larkpost.example' })).toHaveAttribute(
    'href',
    'mailto:front-door@larkpost.example',
  )
  await expect(profile.getByRole('link', { name: 'Engineering' })).toBeVisible()
  const members = page.getByRole('region', { name: /^Members/ })
  await expect(members.getByRole('link', { name: 'Tomas Verbeke' })).toBeVisible()
  await expect(members.getByRole('link', { name: '<b>Wild</b> مرحبا' })).toBeVisible()
  await portal.checkAccessibility()

  const owned = page.getByRole('region', { name: 'Ownership' })
  await owned.getByRole('link', { name: /^service/ }).click()
  await expect(page).toHaveURL(url => {
    const given = url.searchParams
    return (
      url.pathname === '/catalog' &&
      given.get('filters[kind]') === 'component' &&
      given.get('filters[type][]') === 'service' &&
      given.get('filters[owners][]') === 'group:default/front-door'
    )
  })
  await page.goBack()
  await members.getByRole('link', { name: 'Tomas Verbeke' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tomas Verbeke' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile' }).getByRole('link', { name: 'Front Door' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ownership' }).getByRole('link', { name: /^Component/ })).toBeVisible()
  await portal.checkAccessibility()
})

test('members of the groups below and what these own are shown on demand', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/group/engineering')
  const members = page.getByRole('region', { name: /^Members/ })
  await expect(members.getByRole('row')).toHaveCount(2)
  await members.getByRole('switch', { name: 'Include groups below' }).click()
  await expect(members.getByRole('link', { name: 'Tomas Verbeke' })).toBeVisible()
  const owned = page.getByRole('region', { name: 'Ownership' })
  await expect(owned.getByText('Owns nothing yet')).toBeVisible()
  await owned.getByRole('switch', { name: 'Include groups below' }).click()
  await expect(owned.getByRole('link', { name: /^Component/ })).toBeVisible()
})

test('a group of 5,000 is paged and searched, and a member who is not in the catalog is named', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/group/crowd')
  const members = page.getByRole('region', { name: 'Members (5,000)' })
  await expect(members.getByRole('row')).toHaveCount(11)
  await members.getByRole('button', { name: 'Last page' }).click()
  await expect(members.getByRole('link', { name: 'Person 4999' })).toBeVisible()
  await expect(members.getByText('Members that are not in the catalog: 1')).toBeVisible()
  await members.getByRole('button', { name: 'Show names' }).click()
  await expect(members.getByRole('link', { name: 'ghost' })).toBeVisible()
  await page.getByRole('searchbox').fill('person-0042')
  await expect(page.getByRole('region', { name: 'Members' }).getByRole('link', { name: 'Person 0042' })).toBeVisible()
  await portal.checkAccessibility()
})

test('the org chart opens by key, level by level, also where groups are in a cycle', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/org')
  const chart = page.getByRole('list', { name: 'Groups of the organisation' })
  // All levels that fit the window are open at first.
  await expect(chart.getByRole('link', { name: 'Front Door' })).toBeVisible()
  await chart.getByRole('button', { name: 'Hide groups below Engineering' }).press('Enter')
  await expect(chart.getByRole('link', { name: 'Front Door' })).toBeHidden()
  await chart.getByRole('button', { name: 'Show groups below Engineering' }).press('Enter')
  await expect(chart.getByRole('link', { name: 'Front Door' })).toBeVisible()
  await chart.getByRole('button', { name: 'Show groups below ring-a' }).press('Enter')
  await chart.getByRole('button', { name: 'Show groups below ring-b' }).press('Enter')
  await expect(chart.getByText('already above: these groups are in a circle')).toBeVisible()
  await chart.getByRole('button', { name: 'Show groups below disbanded' }).press('Enter')
  await expect(chart.getByRole('link', { name: 'stray' })).toBeVisible()
  await portal.checkAccessibility()
  await chart.getByRole('link', { name: 'Engineering' }).click()
  await page.getByRole('region', { name: 'Profile' }).getByRole('link', { name: 'Org chart' }).click()
  await expect(page).toHaveURL(/\/org\?root=/)
  await expect(page.getByRole('link', { name: 'Front Door' }).last()).toBeVisible()
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('groups, users and the chart are as readable as in light', async ({ portal }) => {
    const { page } = portal
    await portal.signIn('/catalog/default/group/front-door')
    await expect(page.getByRole('region', { name: /^Members \(/ })).toBeVisible()
    await portal.checkColors()
    await portal.open('/org')
    await expect(page.getByRole('list', { name: 'Groups of the organisation' })).toBeVisible()
    await portal.checkColors()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a group and the chart fit the screen', async ({ portal }) => {
    const { page } = portal
    await portal.signIn('/catalog/default/group/front-door')
    await expect(page.getByRole('region', { name: /^Members \(/ })).toBeVisible()
    await portal.checkAccessibility()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    await portal.open('/org')
    await expect(page.getByRole('list', { name: 'Groups of the organisation' })).toBeVisible()
    await portal.checkAccessibility()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  })
})
