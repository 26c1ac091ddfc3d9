import { annotations, type Entity } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Avatar, Button, ChipList, InfoCard, isSafeAddress, Link } from '@portico/ui'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import type { ReactNode } from 'react'
import { isKind, mailAddress, profileOf } from '../groups/profile.ts'
import { orgMessages } from '../messages.ts'
import styles from './ProfileCard.module.css'

const tagsAtFirst = 8

/** The profile of a person or a group: picture, name, description, and facts. */
export function ProfileCard({ entity, action, children }: { entity: Entity; action?: ReactNode; children: ReactNode }) {
  const text = useText()
  const { name, email, picture } = profileOf(entity)
  const edit = entity.metadata.annotations?.[annotations.editUrl]
  const type = entity.spec?.['type']
  const tags = (entity.metadata.tags ?? []).filter(tag => typeof tag === 'string')
  return (
    <InfoCard
      title={text(orgMessages.profile)}
      action={
        <div className={styles.links}>
          {action}
          {edit !== undefined && isSafeAddress(edit) && (
            <Button
              component={Link}
              plain
              to={edit}
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={styles.way ?? ''}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {text(orgMessages.editProfile)}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.head}>
        <Avatar name={name} picture={picture} size={56} shape={isKind(entity, 'group') ? 'square' : 'circle'} decorative />
        <div className={styles.words}>
          <p className={styles.name} dir="auto">
            {name}
          </p>
          <p className={styles.description} dir="auto">
            {entity.metadata.description ?? text(orgMessages.noDescription)}
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        {email !== undefined && (
          <Fact label={text(orgMessages.email)}>
            <Link to={mailAddress(email)} className={styles.mail}>
              <IconMail size={14} aria-hidden />
              <span className={styles.mailName}>{email}</span>
            </Link>
          </Fact>
        )}
        {typeof type === 'string' && type !== '' && <Fact label={text(orgMessages.type)}>{type}</Fact>}
        {children}
        {tags.length > 0 && (
          <Fact label={text(orgMessages.tags)} isWide>
            <ChipList items={[...new Set(tags)]} max={tagsAtFirst} label={text(orgMessages.tags)} />
          </Fact>
        )}
      </dl>
    </InfoCard>
  )
}

/** One fact of a profile. */
export function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={`${styles.fact} ${isWide ? styles.wide : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
