/** Given and family names by region of India. */
export const NAMES: readonly {
  women: readonly string[]
  men: readonly string[]
  families: readonly string[]
}[] = [
  people(
    'Sneha Mrunal Ketaki Rutuja',
    'Aditya Omkar Sachin Nikhil',
    'Kulkarni Deshpande Patil Joshi',
  ),
  people('Hetal Komal Foram Nisha', 'Jignesh Chirag Parth Mehul', 'Patel Shah Desai Trivedi'),
  people(
    'Lakshmi Divya Kavitha Meenakshi',
    'Karthik Senthil Vignesh Arun',
    'Subramanian Raman Natarajan Venkatesan',
  ),
  people(
    'Anjali Parvathy Reshma Neethu',
    'Vishnu Jithin Rahul Sreejith',
    'Nair Menon Pillai Kurup',
  ),
  people('Sravani Swathi Harika Mounika', 'Srinivas Praveen Sai Teja', 'Reddy Rao Naidu Chowdary'),
  people(
    'Shruthi Ramya Chaitra Pooja',
    'Manjunath Darshan Kiran Raghavendra',
    'Gowda Hegde Shetty Bhat',
  ),
  people(
    'Sohini Ananya Moumita Rituparna',
    'Sourav Anirban Debashish Arijit',
    'Banerjee Chatterjee Ghosh Mukherjee',
  ),
  people(
    'Harpreet Gurleen Simran Manpreet',
    'Gurpreet Jaspreet Amandeep Karan',
    'Singh Gill Dhillon Sandhu',
  ),
  people(
    'Shreya Garima Ritika Neha',
    'Abhishek Saurabh Ankit Vivek',
    'Sharma Mishra Tripathi Srivastava',
  ),
  people('Zoya Farah Ayesha Saba', 'Imran Faizan Arshad Salman', 'Khan Ansari Siddiqui Qureshi'),
  people(
    'Payal Kiran Bhavna Priyanka',
    'Mahendra Lokesh Vikram Hemant',
    'Rathore Shekhawat Agarwal Mathur',
  ),
  people(
    'Jyotsna Sasmita Itishree Lipsa',
    'Bibhuti Soumya Prasanta Debabrata',
    'Mohanty Patnaik Das Behera',
  ),
  people(
    'Rimjhim Jonali Nayanika Barnali',
    'Pranjal Bhaskar Dhruba Hirak',
    'Baruah Saikia Bora Kalita',
  ),
  people(
    'Maria Alina Sharon Blossom',
    'Savio Melwyn Joel Ryan',
    "Fernandes D'Souza Rodrigues Pereira",
  ),
]

function people(women: string, men: string, families: string) {
  return { women: women.split(' '), men: men.split(' '), families: families.split(' ') }
}
