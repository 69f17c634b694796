/** Made-up tickets consist of these plain words. None of them needs escaping in HTML. */
// prettier-ignore
export const FIRST_NAMES = [
  'Ada', 'Aisha', 'Amir', 'Ana', 'Anton', 'Bela', 'Carlos', 'Chen', 'Clara', 'Daniel', 'Elena', 'Emma', 'Farid', 'Fatima',
  'Felix', 'Grace', 'Hana', 'Henrik', 'Ines', 'Ivan', 'Jamal', 'Jane', 'John', 'Jun', 'Karin', 'Lars', 'Leila', 'Liam',
  'Lucia', 'Maria', 'Mateo', 'Mei', 'Mia', 'Nadia', 'Noah', 'Olga', 'Omar', 'Paula', 'Priya', 'Rahul', 'Ravi', 'Rosa',
  'Samir', 'Sara', 'Sofia', 'Tariq', 'Tom', 'Uma', 'Vera', 'Yuki',
];

// prettier-ignore
export const LAST_NAMES = [
  'Adams', 'Ahmed', 'Andersson', 'Baker', 'Becker', 'Bianchi', 'Brown', 'Chen', 'Costa', 'Diaz', 'Dubois', 'Evans',
  'Fischer', 'Garcia', 'Gupta', 'Haddad', 'Hansen', 'Ito', 'Ivanov', 'Jensen', 'Johnson', 'Khan', 'Kim', 'Kowalski',
  'Kumar', 'Larsen', 'Lee', 'Lopez', 'Luther', 'Martin', 'Meyer', 'Moreau', 'Nagy', 'Novak', 'Okafor', 'Patel', 'Petrov',
  'Rossi', 'Sato', 'Silva', 'Singh', 'Smith', 'Tanaka', 'Torres', 'Virtanen', 'Wagner', 'Wang', 'Weber', 'Yilmaz', 'Zhang',
];

// prettier-ignore
export const COMPANIES = [
  'northwind', 'bluepeak', 'harborline', 'oakfield', 'brightwater', 'ironbridge', 'silverfern', 'redstone', 'clearview',
  'maplegrove', 'stonegate', 'windmere', 'foxglove', 'highland', 'lakeside', 'meadowbrook', 'riverbend', 'sunnyvale',
  'westfield', 'amberly',
];

/** A subject names a trouble and a thing. */
// prettier-ignore
export const TROUBLES = [
  'Cannot open', 'Error while saving', 'Question about', 'Slow loading of', 'Missing', 'Wrong total on', 'Duplicate',
  'How to export', 'How to change', 'No e-mail about', 'Access to', 'Refund for', 'Crash in', 'Request for', 'Problem with',
  'Outdated', 'Unable to delete', 'Permission denied for', 'Broken link in', 'Need help with',
];

// prettier-ignore
export const THINGS = [
  'the invoice', 'my account', 'the mobile app', 'the dashboard', 'the monthly report', 'the payment page', 'the login page',
  'our subscription', 'the delivery', 'the contract', 'the price list', 'the search', 'the calendar', 'the file upload',
  'the password reset', 'the web shop', 'the order', 'the API', 'the user list', 'the notification settings',
];

export const SENTENCES = [
  'Good morning, I hope you can help me with this.',
  'It worked fine until last week and nothing was changed on our side.',
  'I have tried it in two different browsers with the same result.',
  'The page stays empty and after a minute I get a message about a timeout.',
  'My colleague sees the same thing on another machine.',
  'We need this for the end of the month, so it is rather important to us.',
  'The amount on the document is not the one we agreed on.',
  'I have attached nothing because the screen shows no error at all.',
  'Please tell me what else you need from me.',
  'As far as I can see the settings are the same as before.',
  'The confirmation never arrived, not even in the spam folder.',
  'It only happens with large orders.',
  'Yesterday it took five attempts before it went through.',
  'I could not find anything about this in your help pages.',
  'This is the second time this year.',
  'Could you please look into it and call me back?',
  'We have about forty people who are waiting for it.',
  'The old version did not have this problem.',
  'If there is a way around it, that would be enough for now.',
  'Everything else works very well, thank you for that.',
  'I followed the steps of your guide one by one.',
  'After signing out and in again it is back to normal for some minutes.',
  'The number on the receipt does not match the one in our system.',
  'We would like to have this changed for all our users.',
  'Thank you very much and kind regards.',
];

export const STEPS = [
  'Sign in with a normal account',
  'Open the settings',
  'Choose the second entry of the list',
  'Press save',
  'Wait for the next page',
  'Change the language',
  'Upload a file',
  'Search for any word',
  'Go back to the start page',
  'Open the link of the message',
];

// prettier-ignore
export const TAGS = [
  'billing', 'refund', 'urgent', 'mobile', 'web', 'login', 'bug', 'question', 'feedback', 'onboarding', 'api', 'invoice',
  'vip', 'shipping', 'contract', 'performance', 'export', 'security', 'training', 'follow-up', 'duplicate', 'partner',
];

// prettier-ignore
export const TEXTS = [
  'as discussed', 'blue', 'second floor', 'see order', 'standard', 'cron ran twice', 'wrong address', 'user error',
  'network outage', 'not reproducible', 'old client', 'expired card', 'missing right', 'premium', 'by telephone',
];
