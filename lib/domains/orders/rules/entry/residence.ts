import { date, dict, documentNo, flag, landline, positiveMoney, region, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** Code of the dictionary `marital_status` that asks for the spouse. */
export const married = '2'
const rented = '3'

/** S2 个人与居住 */
export const residence = defineSection({
  code: 'S2',
  name: 'residence',
  fields: [
    dict('maritalStatus', 'marital_status', { required: true }),
    dict('education', 'education'),
    dict('hukouType', 'hukou_type'),
    flag('localHukou'),
    region('liveRegion', 3, { required: true }),
    text('liveAddress', 120, { required: true }),
    date('liveSince'),
    dict('houseType', 'house_type'),
    dict('houseOwner', 'house_owner'),
    positiveMoney('monthlyRent'),
    landline('landline'),
    flag('hasDriverLicense'),
    documentNo('driverLicenseNo'),
    dict('driverLicenseClass', 'driver_license_class'),
  ],
  when: {
    houseOwner: { visible: (row) => row.houseType !== rented },
    monthlyRent: { visible: (row) => row.houseType === rented, required: (row) => row.houseType === rented },
    driverLicenseNo: { visible: (row) => row.hasDriverLicense },
    driverLicenseClass: { visible: (row) => row.hasDriverLicense },
  },
})
