/** Discovery, OpenAPI and the aggregation layer. */
@NullMarked
package dev.hpa.sandbox.discovery;

import org.jspecify.annotations.NullMarked;
