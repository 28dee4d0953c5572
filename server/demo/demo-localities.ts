/**
 * The kinds of property that a locality is known for (`pg`: paying-guest rooms), and its views
 * (`sea`, `lake`).
 */
export type Trait =
  | 'home'
  | 'villa'
  | 'pg'
  | 'office'
  | 'shop'
  | 'warehouse'
  | 'plot'
  | 'sea'
  | 'lake'

export interface Locality {
  city: string
  name: string
  pincode: string
  /** Price of a flat in rupees per square foot; all other prices are derived from it. */
  rate: number
  traits: readonly Trait[]
}

export const LOCALITIES: readonly Locality[] = [
  place('Mumbai', 'Bandra West', '400050', 55_000, 'home sea shop'),
  place('Mumbai', 'Worli', '400018', 60_000, 'home sea office'),
  place('Mumbai', 'Juhu', '400049', 50_000, 'home sea villa'),
  place('Mumbai', 'Powai', '400076', 27_000, 'home lake pg office'),
  place('Mumbai', 'Andheri West', '400053', 28_000, 'home pg shop'),
  place('Mumbai', 'Lower Parel', '400013', 42_000, 'home office'),
  place('Mumbai', 'Dadar West', '400028', 40_000, 'home shop'),
  place('Mumbai', 'Chembur', '400071', 24_000, 'home'),
  place('Mumbai', 'Borivali West', '400092', 22_000, 'home'),
  place('Thane', 'Hiranandani Estate', '400607', 15_500, 'home'),
  place('Navi Mumbai', 'Vashi', '400703', 19_000, 'home office shop'),
  place('Navi Mumbai', 'Kharghar', '410210', 11_500, 'home pg plot'),
  place('Bhiwandi', 'Mankoli', '421302', 6_500, 'warehouse'),
  place('Pune', 'Koregaon Park', '411001', 15_000, 'home villa'),
  place('Pune', 'Baner', '411045', 10_500, 'home office villa'),
  place('Pune', 'Kothrud', '411038', 13_000, 'home pg'),
  place('Pune', 'Viman Nagar', '411014', 12_000, 'home pg shop'),
  place('Pune', 'Hinjawadi', '411057', 8_000, 'home pg office'),
  place('Pune', 'Chakan', '410501', 5_200, 'warehouse plot'),
  place('Nagpur', 'Dharampeth', '440010', 8_500, 'home shop'),
  place('Bengaluru', 'Indiranagar', '560038', 18_000, 'home shop pg'),
  place('Bengaluru', 'Koramangala', '560034', 17_000, 'home pg office'),
  place('Bengaluru', 'HSR Layout', '560102', 13_500, 'home pg'),
  place('Bengaluru', 'Whitefield', '560066', 10_500, 'home villa office pg'),
  place('Bengaluru', 'Jayanagar', '560041', 16_000, 'home shop'),
  place('Bengaluru', 'Malleshwaram', '560003', 16_500, 'home'),
  place('Bengaluru', 'Electronic City', '560100', 7_500, 'home pg office'),
  place('Mysuru', 'Gokulam', '570002', 7_200, 'home villa plot'),
  place('Hyderabad', 'Jubilee Hills', '500033', 15_500, 'home villa'),
  place('Hyderabad', 'Banjara Hills', '500034', 14_000, 'home shop villa'),
  place('Hyderabad', 'Gachibowli', '500032', 9_800, 'home office pg'),
  place('Hyderabad', 'Madhapur', '500081', 10_500, 'home office pg'),
  place('Hyderabad', 'Kondapur', '500084', 9_000, 'home'),
  place('Visakhapatnam', 'MVP Colony', '530017', 7_800, 'home sea'),
  place('Chennai', 'Besant Nagar', '600090', 17_500, 'home sea'),
  place('Chennai', 'Adyar', '600020', 15_500, 'home'),
  place('Chennai', 'Anna Nagar', '600040', 14_000, 'home shop villa'),
  place('Chennai', 'T. Nagar', '600017', 18_000, 'shop home'),
  place('Chennai', 'Velachery', '600042', 9_500, 'home pg'),
  place('Chennai', 'Sholinganallur', '600119', 7_200, 'home office pg'),
  place('Chennai', 'Sriperumbudur', '602105', 4_200, 'warehouse plot'),
  place('Coimbatore', 'R.S. Puram', '641002', 8_800, 'home shop'),
  place('Coimbatore', 'Saravanampatti', '641035', 5_600, 'home plot'),
  place('Kochi', 'Marine Drive', '682031', 10_500, 'home sea'),
  place('Kochi', 'Kakkanad', '682030', 6_400, 'home office pg'),
  place('Kochi', 'Panampilly Nagar', '682036', 9_800, 'home villa'),
  place('Goa', 'Candolim', '403515', 12_500, 'home villa sea'),
  place('Goa', 'Porvorim', '403521', 8_600, 'home villa'),
  place('Delhi', 'Hauz Khas', '110016', 26_000, 'home'),
  place('Delhi', 'Greater Kailash', '110048', 30_000, 'home shop'),
  place('Delhi', 'Vasant Kunj', '110070', 19_000, 'home'),
  place('Delhi', 'Saket', '110017', 22_000, 'home office pg'),
  place('Delhi', 'Dwarka', '110075', 14_000, 'home'),
  place('Delhi', 'Lajpat Nagar', '110024', 21_000, 'shop pg home'),
  place('Delhi', 'Connaught Place', '110001', 36_000, 'office shop'),
  place('Gurugram', 'Golf Course Road', '122002', 22_000, 'home office'),
  place('Gurugram', 'Sector 56', '122011', 13_500, 'home pg'),
  place('Gurugram', 'Manesar', '122051', 5_800, 'warehouse plot'),
  place('Noida', 'Sector 62', '201309', 9_200, 'office pg home'),
  place('Noida', 'Sector 18', '201301', 12_800, 'shop office'),
  place('Chandigarh', 'Sector 22', '160022', 12_000, 'shop home'),
  place('Dehradun', 'Rajpur Road', '248001', 7_800, 'home villa plot'),
  place('Jaipur', 'C-Scheme', '302001', 10_800, 'home office'),
  place('Jaipur', 'Vaishali Nagar', '302021', 7_000, 'home villa'),
  place('Jaipur', 'Malviya Nagar', '302017', 7_600, 'home pg'),
  place('Udaipur', 'Fatehpura', '313001', 6_200, 'villa lake home'),
  place('Lucknow', 'Gomti Nagar', '226010', 7_400, 'home villa'),
  place('Lucknow', 'Hazratganj', '226001', 10_200, 'shop office'),
  place('Ahmedabad', 'Satellite', '380015', 8_200, 'home villa'),
  place('Ahmedabad', 'Navrangpura', '380009', 9_000, 'home pg office'),
  place('Ahmedabad', 'Sanand', '382110', 3_900, 'warehouse plot'),
  place('Surat', 'Vesu', '395007', 6_900, 'home shop'),
  place('Vadodara', 'Alkapuri', '390007', 6_800, 'home villa'),
  place('Indore', 'Vijay Nagar', '452010', 6_600, 'home shop pg'),
  place('Kolkata', 'Ballygunge', '700019', 14_500, 'home villa'),
  place('Kolkata', 'Salt Lake', '700064', 9_600, 'home pg'),
  place('Kolkata', 'New Town', '700156', 7_300, 'home office pg'),
  place('Kolkata', 'Alipore', '700027', 18_500, 'home villa'),
  place('Bhubaneswar', 'Patia', '751024', 6_000, 'home pg'),
  place('Guwahati', 'Dispur', '781006', 6_400, 'home'),
  place('Patna', 'Boring Road', '800001', 8_900, 'home shop'),
]

function place(
  city: string,
  name: string,
  pincode: string,
  rate: number,
  traits: string,
): Locality {
  // The cast is safe: a test checks that every word in the table above is a trait.
  return { city, name, pincode, rate, traits: traits.split(' ') as Trait[] }
}
