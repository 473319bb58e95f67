package dev.hpa.controller;

import dev.hpa.kube.content.ContentType;
import org.junit.jupiter.api.Tag;

/** The whole loop with objects in Protobuf, as kube-controller-manager reads and writes them. */
@Tag("security")
class ProtobufLoopTest extends WholeLoopTest {

  @Override
  ContentType contentType() {
    return ContentType.PROTOBUF;
  }
}
