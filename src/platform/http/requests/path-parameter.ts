import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

/** Reads a parameter of the path, and describes it in the document; `values` are all that it may have. */
export const PathParameter = (name: string, description: string, values?: string[]): ParameterDecorator =>
  describedBy(ApiParam({ name, description, ...(values && { enum: values }) }), Param(name));

/** Reads a parameter of a handler, and describes it in the document. */
export function describedBy(description: MethodDecorator, reader: ParameterDecorator): ParameterDecorator {
  return (controller, handler = '', index) => {
    const descriptor = Object.getOwnPropertyDescriptor(controller, handler);
    reader(controller, handler, index);
    if (descriptor) description(controller, handler, descriptor);
  };
}
