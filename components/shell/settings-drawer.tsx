'use client'
import { isPlain } from '@/components/ui/link'
import SideSheet from '@/components/ui/side-sheet'
import { type Settings, switches } from '@/lib/domains/system/rules/settings'
import { tabKey } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import { useSettings } from './settings'
import styles from './settings-drawer.module.css'
import { useHere, useWorkspace } from './workspace'

type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]

const looks = ['dark', 'weak', 'compact'] as const satisfies readonly Flag[]

/** The settings drawer: 320 px from the right over its own shade (wording.md, row Settings drawer). */
export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { about } = useSettings()
  const { path } = useHere()
  return (
    <SideSheet className={styles.drawer} title={t('shell.settings')} onClose={onClose}>
      {(leave) => (
        <>
          <section className={styles.version} aria-label={t('settings.copyright')}>
            <h3>{t('settings.copyright')}</h3>
            <p>© {about.title}</p>
            <p>{t('settings.version', { version: about.version })}</p>
            <p className={styles.links}>
              <DocumentLink address={about.manual} of={path} label={t('settings.manual')} onOpen={leave} />
              <DocumentLink address={about.releaseNotes} label={t('settings.releaseNotes')} onOpen={leave} />
            </p>
          </section>
          <Flags title={t('settings.switches')} names={switches} />
          <Flags title={t('settings.look')} names={looks} />
        </>
      )}
    </SideSheet>
  )
}

/** A page of ours opens as a tab, an address elsewhere in a window of its own. */
function DocumentLink({
  address,
  of,
  label,
  onOpen,
}: {
  address: string
  /** Path of the page that it is asked about. */
  of?: string
  label: string
  onOpen: () => void
}) {
  const { open, setQuery } = useWorkspace()
  if (/^https?:/.test(address)) {
    return (
      <a href={address} target="_blank" rel="noreferrer">
        {label}
      </a>
    )
  }
  return (
    <a
      href={address}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        onOpen()
        const place = { path: address, query: of ? String(new URLSearchParams({ of })) : '' }
        // A tab that is open is shown as it is: it is told first.
        if (of) setQuery(tabKey(place), { of }, true)
        open(place)
      }}
    >
      {label}
    </a>
  )
}

/** Switches under a heading; each acts at once. */
function Flags({ title, names }: { title: string; names: readonly Flag[] }) {
  const t = useT()
  const { settings, change } = useSettings()
  return (
    <section className={styles.flags} aria-label={title}>
      <h3>{title}</h3>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="switch"
          className={styles.flag}
          aria-checked={settings[name]}
          aria-label={t(`settings.${name}`)}
          onClick={() => change({ [name]: !settings[name] })}
        >
          <span className={styles.name}>{t(`settings.${name}`)}</span>
          <span className={styles.state}>{t(settings[name] ? 'settings.on' : 'settings.off')}</span>
          <span className={styles.track} />
        </button>
      ))}
    </section>
  )
}
