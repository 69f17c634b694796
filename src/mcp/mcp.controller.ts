import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiResponse, ApiTags, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isObject } from '../kernel/objects.js';
import { ApiErrorDto } from '../platform/http/answers/error.dto.js';
import { malformedBody } from '../platform/http/answers/refusal.js';
import { REQUEST_ID } from '../platform/routes/described.js';
import { Operation } from '../platform/routes/operation.js';
import { McpAnswerDto, McpMessageDto } from './dto/mcp-message.dto.js';
import { McpProtocol } from './mcp-protocol.js';
import { sendAnswer } from './protocol-answer.js';

/** Describes a refusal that may come from the protocol, in its own shape, or from the desk. */
const PROTOCOL_REFUSAL = (status: 400 | 404, description: string): ApiResponseOptions => ({
  ...{ status, description, headers: REQUEST_ID },
  schema: { oneOf: [{ $ref: getSchemaPath(ApiErrorDto) }, { $ref: getSchemaPath(McpAnswerDto) }] },
});

/** Answers programs that are led by a language model [rule 26]. */
@ApiTags('MCP')
@Controller('mcp')
export class McpController {
  constructor(private readonly protocol: McpProtocol) {}

  @Post()
  @ApiResponse(PROTOCOL_REFUSAL(400, 'The message or its headers are malformed.'))
  @ApiResponse(PROTOCOL_REFUSAL(404, 'The workspace does not exist, or the protocol has no such method.'))
  @ApiResponse({ status: 202, description: 'The notification was taken.', headers: REQUEST_ID })
  @Operation({
    id: 'callMcp',
    summary: 'Talk to the desk by the Model Context Protocol',
    needs: 'any key',
    description:
      'Takes one message of the revision of 2026-07-28 or of 2025, without sessions. `tools/list` names the tools for which the key has the ' +
      'scopes, and `tools/call` runs an operation of this API. Messages that the protocol refuses are answered with its own errors.',
    response: McpAnswerDto,
    hasBody: true,
    keepsNoReply: true,
  })
  @ApiBody({ type: McpMessageDto })
  async call(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (!isObject(body)) throw malformedBody('The body must be one JSON object.');
    sendAnswer(response, await this.protocol.answer(request, body));
  }
}
