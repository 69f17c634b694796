import { ApiPropertyOptional } from '@nestjs/swagger';
import { Enum, Text } from '../../platform/http/answers/properties.js';

const ID = {
  oneOf: [{ type: 'string' }, { type: 'integer' }],
  description: 'The id of the request. A notification has none.',
  example: 1,
};

/** A message of the Model Context Protocol, which is one of JSON-RPC 2.0. */
export class McpMessageDto {
  @Enum(['2.0'], '2.0') jsonrpc!: '2.0';
  @ApiPropertyOptional(ID) id?: string | number;
  @Text('tools/list', 'Such as `tools/list` or `tools/call`.') method!: string;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: {} }) params?: object;
}

export class McpAnswerDto {
  @Enum(['2.0'], '2.0') jsonrpc!: '2.0';
  @ApiPropertyOptional({ ...ID, nullable: true }) id?: string | number | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { tools: [] } })
  result?: object;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Why the message was refused. What a tool refuses is a `result` with `isError`.',
  })
  error?: object;
}
