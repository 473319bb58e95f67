@NullMarked
package dev.hpa.kube.http;

import org.jspecify.annotations.NullMarked;
