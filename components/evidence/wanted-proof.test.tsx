import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { evidence } from '@/lib/domains/evidence/contract'
import type { MaterialItem } from '@/lib/domains/materials/contract/attachments'
import { CasePictures } from './case-pictures'
import { EvidenceScope } from './evidence-scope'
import { WantedProof } from './wanted-proof'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const paper = (id: number, materialType: string): MaterialItem => ({
  id,
  materialType,
  required: true,
  minFiles: 1,
  maxFiles: 20,
  itemStatus: '',
  rejectNote: null,
  version: 1,
  files: [{ id: id * 10, name: `${materialType}.jpg`, mime: 'image/jpeg', size: 1, uploadedAt: '' }],
})
const materials = [paper(1, 'id_back'), paper(2, 'id_front'), paper(3, 'reg_cert')]
const wanted = [
  { field: 'customer.idNo', materials: ['id_front'] },
  { field: 'vehicle.vin', materials: ['reg_cert'] },
]

function open(may: boolean) {
  jest
    .mocked(request)
    .mockImplementation(async (endpoint) =>
      endpoint === evidence.list ? { pins: [], wanted, newFiles: [] } : [],
    )
  render(
    <TestPage>
      <EvidenceScope orderId={24} materials={materials} may={may}>
        <CasePictures orderId={24} materials={materials} />
        <WantedProof />
      </EvidenceScope>
    </TestPage>,
  )
  return screen.findByText(/^通过前须标注证据：证件号码、车架号/)
}

test('what is not proved yet stands before the opinion, and leads to its paper', async () => {
  await open(true)
  expect(screen.getByText('身份证反面', { selector: 'strong' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '去标注' }))
  expect(screen.getByText('身份证正面', { selector: 'strong' })).toBeVisible()
  expect(screen.getByText(/^在图片上拖出能证明“证件号码”的区域/)).toBeVisible()
})

test('who does not hold the order reads it, and marks nothing', async () => {
  await open(false)
  expect(screen.queryByRole('button', { name: '去标注' })).not.toBeInTheDocument()
})
