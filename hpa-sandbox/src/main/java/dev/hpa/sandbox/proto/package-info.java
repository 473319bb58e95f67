/**
 * Kubernetes' protobuf form of API objects, to and from the JSON form the rest of the sandbox works
 * with.
 */
@NullMarked
package dev.hpa.sandbox.proto;

import org.jspecify.annotations.NullMarked;
