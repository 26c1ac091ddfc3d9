import { expect as baseExpect } from '@portico/core/testing/browser'
import { expectToHold } from './geometry.ts'
import { test } from './larkpost.ts'

// An e2e test has many steps, on machines that have other work.
const expect = baseExpect.configure({ timeout: 30_000 })
test.setTimeout(300_000)

test('from the overview to a scorecard, a check, a draft that is tried and published, an exemption, and back in time', async ({
  portal,
}) => {
  const { page: tab } = portal
  await portal.signIn('/scorecards')
  const heat = tab.getByRole('region', { name: 'Scores' })
  await expect(heat.getByRole('rowheader').first()).toBeVisible()
  // Coverage stands beside every score.
  await expect(heat.getByRole('cell').first()).toContainText(/\d+%.*known|Unknown/)
  await portal.checkAccessibility()
  await tab.getByRole('radio', { name: 'Table' }).click()
  await expect(tab).toHaveURL(/look=table/)
  await expect(tab.getByRole('table', { name: 'Scores' })).toBeVisible()

  await tab.getByRole('list', { name: 'Scorecards' }).getByRole('link', { name: 'Ready for production' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Ready for production' })).toBeVisible()
  await expect(tab.getByRole('table', { name: 'Entities' }).getByRole('row').nth(1)).toContainText('known')
  await portal.checkAccessibility()
  await tab.getByRole('link', { name: 'Says how much it matters' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Says how much it matters' })).toBeVisible()
  await tab.getByRole('radio', { name: 'Fail' }).click()
  await expect(tab).toHaveURL(/state=fail/)
  await portal.checkAccessibility()

  await tab.getByRole('link', { name: 'Scorecards', exact: true }).first().click()
  await tab.getByRole('link', { name: 'New check' }).click()
  const editor = tab.getByRole('textbox', { name: 'Text of the document' })
  await expect(editor).toBeVisible()
  // Pasted, as people do: filled text would make the browser write styles that the policy of the page refuses.
  const write = async (text: string) => {
    await editor.press('Control+a')
    await tab.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
  }
  await write(checkText('descriptions-are-long', 'effort: tiny'))
  const problems = tab.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('line 9')
  await write(checkText('descriptions-are-long', 'effort: small'))
  await expect(tab.getByText('No problems')).toBeVisible()
  const flips = tab.getByRole('region', { name: 'What would flip' })
  await expect(flips.getByRole('listitem').first()).toBeVisible()
  // What is not of this text any more is dimmed.
  await expect(tab.locator('[aria-busy="true"]')).toHaveCount(0)
  await portal.checkAccessibility()
  await tab.getByRole('link', { name: 'Scorecards', exact: true }).first().click()
  const question = tab.getByRole('dialog', { name: 'Discard the changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await tab.getByRole('button', { name: 'Save draft' }).click()
  await expect(tab).toHaveURL(/name=descriptions-are-long/)
  await tab.getByRole('button', { name: 'Activate' }).click()
  await expect(tab.getByText(/descriptions-are-long is active/)).toBeVisible()

  await tab.goto(`${portal.url}/catalog/default/component/booking-service/scorecards`)
  const row = tab.locator('details').filter({ hasText: 'Descriptions are long' })
  await expect(row).toContainText('Fail')
  await row.locator('summary').click()
  await expect(row.getByRole('region', { name: 'How to fix it' })).toContainText('Write more')
  await portal.checkAccessibility()
  await row.getByRole('button', { name: 'Ask for an exemption' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Ask for an exemption' })
  await dialog.getByRole('button', { name: 'Ask for an exemption' }).click()
  await expect(dialog).toContainText('Write a reason of at least ten characters')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Its description is kept in another place')
  await dialog.getByRole('button', { name: 'Ask for an exemption' }).click()
  await expect(row.getByText('Asked', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Approve the exemption of Booking service' }).click()
  await tab.getByRole('dialog', { name: 'Approve the exemption' }).getByRole('button', { name: 'Approve' }).click()
  await expect(row.locator('summary')).toContainText('Exempt')

  await tab.goto(`${portal.url}/catalog?filters[kind]=component&order=scorecards/score,asc`)
  const counted = tab.getByRole('heading', { level: 1 })
  await expect(counted).toContainText(/\d/)
  const all = Number(/\d+/.exec(await counted.innerText())?.[0])
  await tab.getByRole('combobox', { name: 'Level' }).click()
  await tab.getByRole('option', { name: /^Ready for production: Gold/ }).click()
  await expect(tab).toHaveURL(/filters%5Bscorecards%2Flevel%5D.*order=scorecards%2Fscore/)
  await expect.poll(async () => Number(/\d+/.exec(await counted.innerText())?.[0])).toBeLessThan(all)

  await tab.goto(`${portal.url}/scorecards?asOf=${encodeURIComponent('2020-01-01T00:00:00Z')}`)
  const bar = tab.getByRole('region', { name: 'The past' })
  await expect(bar).toContainText('Nothing was checked before')
  await portal.checkAccessibility()
  await bar.getByRole('slider', { name: 'Moment' }).focus()
  await tab.keyboard.press('End')
  await expect(heat.getByRole('rowheader').first()).toBeVisible()
  await bar.getByRole('button', { name: 'Back to now' }).click()
  await expect(tab).not.toHaveURL(/asOf/)
})

test('the pages hold at every width, in light and dark', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn('/scorecards')
  for (const [path, name, ready] of [
    ['/scorecards', 'scorecards', 'Ready for production'],
    ['/scorecards/cards/production', 'scorecard', 'Says how much it matters'],
    ['/scorecards/checks/has-runbook', 'check', 'Why it matters'],
    ['/scorecards/teams/default/group/front-door', 'team', 'What to do next'],
    ['/scorecards/edit?kind=Check', 'editor', 'What if'],
    ['/catalog/default/component/booking-service/scorecards', 'entity scorecards', 'Results'],
  ] as const) {
    await tab.goto(`${portal.url}${path}`)
    await expect(tab.getByRole('main').getByText(ready).first()).toBeVisible()
    await tab.waitForLoadState('networkidle')
    await expectToHold(tab, name)
    await portal.checkColors()
  }
})

function checkText(name: string, line: string): string {
  return `apiVersion: portico/v1
kind: Check
metadata:
  name: ${name}
  title: Descriptions are long
spec:
  state: draft
  owner: user:development/guest
  ${line}
  filter:
    kind: Component
  expression: $length(entity.metadata.description) > 4000
  why: Nobody reads them.
  fix:
    text: Write more.
`
}
