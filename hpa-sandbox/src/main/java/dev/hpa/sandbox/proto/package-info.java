/** Kubernetes' protobuf encoding of API objects, from and to JSON. */
@NullMarked
package dev.hpa.sandbox.proto;

import org.jspecify.annotations.NullMarked;
