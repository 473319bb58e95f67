@NullMarked
package dev.hpa.sandbox.proto;

import org.jspecify.annotations.NullMarked;
