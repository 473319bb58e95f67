/**
 * The state of a sandbox as something that can be kept: what each part writes down of itself, and
 * the file it is kept in.
 */
@NullMarked
package dev.hpa.sandbox.state;

import org.jspecify.annotations.NullMarked;
