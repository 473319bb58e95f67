/** Tests of what the demonstration shows. */
@NullMarked
package dev.hpa.app.demo;

import org.jspecify.annotations.NullMarked;
