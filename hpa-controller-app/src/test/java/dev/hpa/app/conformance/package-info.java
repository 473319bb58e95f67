@NullMarked
package dev.hpa.app.conformance;

import org.jspecify.annotations.NullMarked;
