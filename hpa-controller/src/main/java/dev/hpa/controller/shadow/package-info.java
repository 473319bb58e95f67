/**
 * Running beside another controller without writing: what it decides against what that one wrote.
 */
@NullMarked
package dev.hpa.controller.shadow;

import org.jspecify.annotations.NullMarked;
