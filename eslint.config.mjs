import tseslint from 'typescript-eslint';
import plainEnglish from './scripts/lint/plain-english.mjs';

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/', 'coverage/', '**/node_modules/', '.data/'],
      ...['packages/client/src/openapi.ts', 'packages/client/src/operations.ts'],
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { 'plain-english': plainEnglish },
    rules: {
      'plain-english/limits-are-named': 'error',
      'plain-english/comments-are-sentences': 'error',
      'plain-english/services-are-called-services': 'error',
      'plain-english/titles-are-sentences': 'error',
      // Nest modules and decorated classes without members are the framework's way of wiring.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      // Nest types its options as classes; plain objects are how they are meant to be passed.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/config/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/platform/config reads the environment.',
        },
      ],
    },
  },
  {
    // A handler takes, calls and maps.
    files: ['src/**/*.controller.ts'],
    rules: { 'max-statements': ['error', 3] },
  },
  {
    files: ['src/**/entities/*.ts', 'src/**/*.entity.ts', 'src/**/dto/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/explicit-function-return-type': 'off',
      // Bodies of responses are foreign JSON: an expectation says what they are.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/client/**/*.ts'],
    // The operations of the older version are tried, too.
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
);
