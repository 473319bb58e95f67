/** Authentication by token, authorization by RBAC, and the audit log. */
@NullMarked
package dev.hpa.sandbox.access;

import org.jspecify.annotations.NullMarked;
