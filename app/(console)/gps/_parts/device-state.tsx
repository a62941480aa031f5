'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { FittingState, GpsStatus } from '@/lib/domains/gps/rules/gps'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<GpsStatus, Tone> = {
  库存: 'waiting',
  已领用: 'working',
  待安装: 'working',
  已安装: 'passed',
  离线: 'rejected',
  已拆除: 'closed',
  损坏: 'closed',
}

export function DeviceStateTag({ status }: { status: GpsStatus }) {
  const t = useT()
  return <StatusTag tone={tones[status]}>{t(`gps.statuses.${status}`)}</StatusTag>
}

const fittingTones: Record<FittingState, Tone> = {
  none: 'waiting',
  part: 'working',
  check: 'working',
  done: 'passed',
}

export function FittingStateTag({ state }: { state: FittingState }) {
  const t = useT()
  return <StatusTag tone={fittingTones[state]}>{t(`gps.fittingStates.${state}`)}</StatusTag>
}
