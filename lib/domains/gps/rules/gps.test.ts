import fc from 'fast-check'
import {
  allFitted,
  type GpsStatus,
  type GpsStep,
  gpsCan,
  gpsKinds,
  gpsMoves,
  gpsStatuses,
  isFitted,
  lackingDevices,
  lineFinding,
  linesOf,
  neededDevices,
} from './gps.ts'

const steps = Object.keys(gpsMoves) as GpsStep[]
const everything = ['gps:stock', 'gps:fit'] as const

test('the machine allows what its table says and nothing else', () => {
  fc.assert(
    fc.property(fc.constantFrom(...steps), fc.constantFrom(...gpsStatuses), (step, status) => {
      expect(gpsCan(step, { status }, [...everything]).ok).toBe(gpsMoves[step].from.includes(status))
      if (gpsMoves[step].by !== 'system') expect(gpsCan(step, { status }, []).ok).toBe(false)
    }),
  )
})

test('whatever way a device goes, it is fitted only after it was chosen, and a broken one stays so', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 40 }), (way) => {
      let status: GpsStatus = '库存'
      for (const step of way) {
        if (!gpsCan(step, { status }, [...everything]).ok) continue
        const before = status
        status = gpsMoves[step].to
        if (isFitted(status)) expect(['待安装', '已安装', '离线']).toContain(before)
        expect(before).not.toBe('损坏')
      }
    }),
  )
})

test('nothing is moved while money is on its way; of what is over, or judged anew, it only comes out', () => {
  const can = (step: GpsStep, orderStatus: string) =>
    gpsCan(step, { status: gpsMoves[step].from[0] ?? '库存', orderStatus }, [...everything]).ok
  for (const status of ['releasing', 'release_failed'])
    for (const step of ['reserve', 'release', 'fit', 'remove'] as const) expect(can(step, status)).toBe(false)
  // Judged or rejected again after its terms were changed: what was chosen or fitted meanwhile.
  for (const status of ['settled', 'voided', 'risk_rejected', 'risk_returned', 'wait_risk']) {
    expect(can('fit', status)).toBe(false)
    expect(can('remove', status)).toBe(true)
    expect(can('release', status)).toBe(true)
  }
})

test('an order is to have what its template asks for before the release, and what its approval asked for besides', () => {
  expect(neededDevices({ templateCode: 'shenfen' }, [])).toEqual({ wired: 1, wireless: 0 })
  expect(neededDevices({ templateCode: 'noInsure' }, [])).toEqual({ wired: 1, wireless: 1 })
  expect(neededDevices({ templateCode: 'shenfen' }, [null, '加装无线GPS2台'])).toEqual({
    wired: 1,
    wireless: 3,
  })
})

test('all is fitted when nothing lacks of any kind', () => {
  const kinds = fc.array(fc.constantFrom(...gpsKinds), { maxLength: 5 })
  fc.assert(
    fc.property(kinds, kinds, (asked, there) => {
      const needed = {
        wired: asked.filter((kind) => kind === 'wired').length,
        wireless: asked.filter((kind) => kind === 'wireless').length,
      }
      const devices = there.map((deviceType) => ({
        deviceType,
        status: '已安装' as const,
        checkedAt: '2026-01-01',
      }))
      const lacking = lackingDevices(needed, devices)
      expect(allFitted(needed, devices)).toBe(asked.length > 0 && lacking.wired + lacking.wireless === 0)
      // A shop's word for it is not enough.
      expect(
        allFitted(
          needed,
          devices.map((one) => ({ ...one, checkedAt: null })),
        ),
      ).toBe(false)
      // One that waits is not there yet.
      expect(
        allFitted(
          needed,
          devices.map((one) => ({ ...one, status: '待安装' as const })),
        ),
      ).toBe(false)
    }),
  )
})

test('lines are read as they are pasted, and each says what is wrong with it', () => {
  const lines = linesOf('\uFEFFg0000001,10640000000001\r\n\n"G0000002"\tabc\nG0000001\n短')
  expect(lines.map(({ deviceNo }) => deviceNo)).toEqual(['G0000001', 'G0000002', 'G0000001', '短'])
  expect(lines.map((line, at) => lineFinding(line, lines.slice(0, at)))).toEqual([
    null,
    'gps.wrong.simNo',
    'gps.wrong.twice',
    'gps.wrong.deviceNo',
  ])
})
