import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  Avatar,
  Breadcrumbs,
  ChipList,
  collapseTrail,
  ConfirmDialog,
  CopyButton,
  Dialog,
  isSafeAddress,
  Link,
  LinkProvider,
  LinkTabs,
  Menu,
  MissingAnnotation,
  Progress,
  progressDelayMs,
  ResponseErrorPanel,
  SearchField,
  Status,
  Stepper,
  SupportButton,
  Tabs,
  toHue,
  toInitials,
  WarningPanel,
  type StatusKind,
} from './index.ts'
import { renderKit } from './testing/render-kit.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a trail of more than three shows the first two and the last, and keeps the others behind dots [UI-15]', () => {
  expect(collapseTrail(['a', 'b', 'c'])).toEqual({ head: ['a', 'b', 'c'], hidden: [] })
  expect(collapseTrail(['a', 'b', 'c', 'd', 'e'])).toEqual({ head: ['a', 'b'], hidden: ['c', 'd'], last: 'e' })
  renderKit(<Breadcrumbs items={['a', 'b', 'c', 'd', 'e'].map(title => ({ title, to: `/${title}` }))} />)
  const nav = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(
    within(nav)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['a', 'b', '...', 'e'])
  expect(within(nav).getByRole('link', { name: 'e' }).getAttribute('aria-current')).toBe('page')
})

test('a trail that collapses only when it is full is whole until its line is too narrow, and whole again when that is wider', () => {
  let resize: ((width: number) => void) | undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: (entries: { contentRect: { width: number } }[]) => void) {
        resize = width => act(() => run([{ contentRect: { width } }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  const titles = ['Catalog', 'Commerce', 'Booking', 'Booking service']
  renderKit(<Breadcrumbs items={titles.map(title => ({ title, to: `/${title}` }))} collapse="when-full" />)
  const shown = () => screen.getAllByRole('listitem').map(item => item.textContent)
  expect(shown()).toEqual(titles)
  resize?.(340)
  expect(shown()).toEqual(titles)
  resize?.(200)
  expect(shown()).toEqual(['Catalog', 'Commerce', '...', 'Booking service'])
  resize?.(1200)
  expect(shown()).toEqual(titles)
})

test('the dots of a trail open a menu of what is between [UI-16]', async () => {
  const user = userEvent.setup()
  renderKit(<Breadcrumbs items={['a', 'b', 'c', 'd', 'e'].map(title => ({ title, to: `/${title}` }))} />)
  await user.click(screen.getByText('...'))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(item => [item.textContent, item.getAttribute('href')])).toEqual([
    ['c', '/c'],
    ['d', '/d'],
  ])
})

test('a link that would run a script is shown as text [UI-36]', () => {
  const bad = [
    'javascript:alert(1)',
    'JavaScript:x',
    ' javascript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
  ]
  expect(bad.filter(isSafeAddress)).toEqual([])
  expect(['/a:b', 'a/b', '#x', '?q=javascript:', 'https://x', 'mailto:a@b.c', '//x'].filter(address => !isSafeAddress(address))).toEqual([])
  renderKit(<Link to="javascript:alert(1)">Refused</Link>)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('Refused').tagName).toBe('SPAN')
})

test('links inside the portal are the router’s, others open in a new tab and say so', () => {
  renderKit(
    <LinkProvider render={({ to, children }) => <a href={`/base${to}`}>{children}</a>}>
      <Link to="/inside">Inside</Link>
      <Link to="https://example.com">Outside</Link>
      <Link to="mailto:a@example.com">Mail</Link>
    </LinkProvider>,
  )
  expect(screen.getByRole('link', { name: 'Inside' }).getAttribute('href')).toBe('/base/inside')
  const outside = screen.getByRole('link', { name: /^Outside.*opens in a new tab/ })
  expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  expect(screen.getByRole('link', { name: 'Mail' }).getAttribute('target')).toBeNull()
})

test('a progress indicator shows only after a short delay [UI-48]', async () => {
  vi.useFakeTimers()
  renderKit(<Progress />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(progressDelayMs - 1))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
})

test('every status has a colour of its own, in both themes [UI-18]', async () => {
  const { readFile } = await import('node:fs/promises')
  const tokens = await readFile('ui/tokens.css', 'utf8')
  for (const kind of ['ok', 'warning', 'error', 'running', 'pending', 'aborted'] satisfies StatusKind[]) {
    expect(tokens.match(new RegExp(`--${kind}: `, 'g'))).toHaveLength(2)
    renderKit(<Status kind={kind}>{kind}</Status>)
    expect(screen.getByText(kind).parentElement?.className).toContain(kind)
  }
})

test('a failed copy is reported to the error handler', async () => {
  const user = userEvent.setup()
  const onError = vi.fn<(error: Error) => void>()
  renderKit(<CopyButton value="x" />, onError)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('not allowed')))
})

test('a response error is two lines; unfolded it shows method, address, status and the whole error [SHELL-57]', async () => {
  const body = { error: { name: 'NotFoundError', message: 'gone' } }
  renderKit(
    <ResponseErrorPanel error={{ message: 'gone', request: { method: 'GET', url: '/api/x' }, response: { statusCode: 404 }, body }} />,
  )
  const panel = screen.getByRole('alert')
  expect(within(panel).queryAllByRole('definition')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show more details' }))
  expect(
    within(panel)
      .getAllByRole('definition')
      .map(fact => fact.textContent),
  ).toEqual(['GET', '/api/x', '404'])
  expect(JSON.parse(screen.getByRole('region', { name: 'Full error as JSON' }).textContent)).toEqual(body)
})

test('a missing annotation shows how it is written and where to read more', () => {
  renderKit(<MissingAnnotation annotations={['example.com/id']} readMoreUrl="https://docs.example.com" />)
  expect(screen.getByRole('heading', { name: 'Missing Annotation' })).toBeTruthy()
  expect(screen.getByText(/annotations: example.com\/id: value/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /Read more/ }).getAttribute('href')).toBe('https://docs.example.com')
})

test('a warning unfolds its details', async () => {
  renderKit(
    <WarningPanel title="Careful" details="the reason">
      Text
    </WarningPanel>,
  )
  expect(screen.getByText('the reason').hidden).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Show more details' }))
  expect(screen.getByText('the reason').hidden).toBe(false)
})

test('initials are of the first and last word, and a name keeps its colour', () => {
  expect(['Ada Lovelace', 'hedy', 'team-checkout', '', 'Émile de Borel', '李 明'].map(toInitials)).toEqual([
    'AL',
    'H',
    'TC',
    '?',
    'ÉB',
    '李明',
  ])
  expect(toHue('Ada')).toBe(toHue('Ada'))
  renderKit(<Avatar name="Ada Lovelace" />)
  expect(screen.getByRole('img', { name: 'Ada Lovelace' }).textContent).toBe('AL')
})

test('tags stay on one line and open to the rest', async () => {
  renderKit(<ChipList items={['a', 'b', 'c', 'd', 'e']} />)
  expect(screen.queryByText('e')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '2 more' }))
  expect(await screen.findByText('e')).toBeTruthy()
})

test('tabs are walked by the arrow keys; tabs that are pages are links', async () => {
  const user = userEvent.setup()
  function Tabbed() {
    const [selected, onSelect] = useState('gone')
    const tabs = ['a', 'b', 'c'].map(id => ({ id, title: id, content: `content ${id}` }))
    return <Tabs label="Parts" tabs={tabs} selected={selected} onSelect={onSelect} />
  }
  renderKit(<Tabbed />)
  expect(screen.getByRole('tabpanel').textContent).toBe('content a')
  screen.getByRole('tab', { name: 'a' }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tabpanel').textContent).toBe('content c')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'c' }))
  renderKit(
    <LinkTabs
      label="Pages"
      selected={1}
      tabs={[
        { title: 'One', to: '/1' },
        { title: 'Two', to: '/2', count: 3 },
      ]}
    />,
  )
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/2')
})

test('a search is debounced while typing, and Escape clears it at once', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(value: string) => void>()
  function Searching() {
    const [value, setValue] = useState('')
    const report = (next: string) => {
      setValue(next)
      onChange(next)
    }
    return <SearchField value={value} onChange={report} delayMs={60_000} />
  }
  renderKit(<Searching />)
  await user.type(screen.getByRole('searchbox'), 'abc')
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{Enter}{Escape}')
  expect(onChange.mock.calls).toEqual([['abc'], ['']])
})

test('a confirmation that fails stays and says why; one that works closes', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn<() => void>()
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('Still in use')).mockResolvedValueOnce()
  renderKit(
    <ConfirmDialog open destructive title="Delete location?" confirm="Delete location" onConfirm={work} onClose={onClose}>
      Its entities go too.
    </ConfirmDialog>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Delete location?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete location' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Still in use')
  expect(onClose).not.toHaveBeenCalled()
  await user.click(within(dialog).getByRole('button', { name: 'Delete location' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('the focus returns to where it was before a dialog, however the dialog was opened and closed', async () => {
  const user = userEvent.setup()
  function Opening() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Menu button={<button type="button">More</button>}>
          <Menu.Item onClick={() => setOpen(true)}>Open from here</Menu.Item>
        </Menu>
        {open && (
          <Dialog open title="About" onClose={() => setOpen(false)}>
            <a href="#top">Up</a>
          </Dialog>
        )}
      </>
    )
  }
  renderKit(<Opening />)
  const close = async () => {
    await screen.findByRole('dialog', { name: 'About' })
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy())
    await user.keyboard('{Escape}')
  }
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await close()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Open from here' }))
  await close()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('More'))
})

test('steps go forward, back to finished ones, and end with the finish button', async () => {
  const user = userEvent.setup()
  const onFinish = vi.fn<() => void>()
  function Wizard() {
    const [at, onMove] = useState(0)
    const steps = ['Choose', 'Fill in'].map(title => ({ title, content: `about ${title}` }))
    return <Stepper label="Create" steps={steps} at={at} onMove={onMove} finish="Create it" onFinish={onFinish} />
  }
  renderKit(<Wizard />)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('about Fill in')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create it' }))
  expect(onFinish).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: /^Choose.*Done/ }))
  expect(screen.getByText('about Choose')).toBeTruthy()
})

test('support lists its items and links, or how to configure them [UI-04] [UI-20]', async () => {
  const user = userEvent.setup()
  const items = [
    {
      title: 'Ask us',
      links: [{ url: 'https://chat.example.com', title: '#portal' }, { url: 'https://wiki.example.com' }, { url: 'javascript:x' }],
    },
  ]
  const { update } = renderKit(<SupportButton items={items} configurationUrl="https://docs.example.com" />)
  await user.click(screen.getByRole('button', { name: 'Support' }))
  expect((await screen.findAllByRole('link')).map(link => [link.firstChild?.textContent, link.getAttribute('href')])).toEqual([
    ['#portal', 'https://chat.example.com'],
    ['https://wiki.example.com', 'https://wiki.example.com'],
  ])
  expect(screen.getByText('Ask us')).toBeTruthy()
  update(<SupportButton items={[]} configurationUrl="https://docs.example.com" />)
  expect(screen.getByText('Support Not Configured')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://docs.example.com')
})
