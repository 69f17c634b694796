/** Says in one line what is wrong with a text in YAML. The library tells a programmer what to call when the text has several documents. */
export function yamlMistakeOf(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return first
    .replace(/Source contains multiple documents;[^)]*\)/, 'it has several documents')
    .replace(/[:.]$/, '');
}
