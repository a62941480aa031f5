'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { JobState } from '@/lib/platform/jobs/rules/jobs'

/** `files.sweep`: 清理无引用的文件. A job of another version of the program is shown as it is. */
export function jobTitle(t: T, name: string): string {
  const key = `jobs.titles.${name}`
  const word = t(key as MessageKey)
  return word === key ? name : word
}

const tones: Record<JobState, Tone> = {
  queued: 'waiting',
  running: 'working',
  done: 'passed',
  failed: 'rejected',
  stopped: 'closed',
}

export function JobStatus({ status, stopping = false }: { status: JobState; stopping?: boolean }) {
  const t = useT()
  return <StatusTag tone={tones[status]}>{t(stopping ? 'jobs.stopping' : `jobs.states.${status}`)}</StatusTag>
}
