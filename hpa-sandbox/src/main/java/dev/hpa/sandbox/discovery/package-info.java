/** Discovery, OpenAPI and aggregation of groups that other servers serve. */
@NullMarked
package dev.hpa.sandbox.discovery;

import org.jspecify.annotations.NullMarked;
