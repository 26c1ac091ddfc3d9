import { query, useCall, useQuery, useText } from '@portico/core/web'
import { announcementLimits, notificationsApi, severities, type Severity } from '@portico/notifications/common'
import { Button, Dialog, ErrorPanel, Select, Textarea, TextInput } from '@portico/ui'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import { useId, useState } from 'react'
import { pageMessages } from '../page-messages.ts'
import styles from './Announcements.module.css'

/** For those who may: a button that asks what to tell everybody, and for how long. */
export function NewAnnouncement() {
  const text = useText()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(query(notificationsApi.listAnnouncements))
  if (data?.mayManage !== true) return undefined
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconSpeakerphone size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {text(pageMessages.newAnnouncement)}
      </Button>
      {open && <AnnouncementDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const form = useId()
  const add = useCall(notificationsApi.addAnnouncement)
  const [title, setTitle] = useState('')
  const [words, setWords] = useState('')
  const [severity, setSeverity] = useState<Severity>('normal')
  const [starts, setStarts] = useState('')
  const [ends, setEnds] = useState('')
  function submit() {
    const body = { title, text: words, severity, ...(starts && { starts: toInstant(starts) }), ...(ends && { ends: toInstant(ends) }) }
    add.mutate({ body }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(pageMessages.newAnnouncement)}
      footer={
        <Button type="submit" form={form} disabled={title.trim() === ''} loading={add.isPending}>
          {text(pageMessages.announce)}
        </Button>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {add.error && <ErrorPanel title={add.error.message} />}
        <TextInput
          label={text(pageMessages.announcementTitle)}
          required
          maxLength={announcementLimits.titleLength}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={text(pageMessages.announcementText)}
          rows={4}
          maxLength={announcementLimits.textLength}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Select
          label={text(pageMessages.severity)}
          value={severity}
          options={severities.map(value => ({ value, label: text(pageMessages[value]) }))}
          onChange={value => setSeverity(severities.find(each => each === value) ?? 'normal')}
        />
        <TextInput
          type="datetime-local"
          label={text(pageMessages.announcementStart)}
          description={text(pageMessages.announcementStartHint)}
          value={starts}
          onChange={event => setStarts(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={text(pageMessages.announcementEnd)}
          description={text(pageMessages.announcementEndHint)}
          value={ends}
          onChange={event => setEnds(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** A local time of the browser as an instant. */
function toInstant(local: string): string {
  return new Date(local).toISOString()
}
