package dev.hpa.controller.world;

import java.util.List;

/** What a JVM needs that runs worlds. */
final class Jvm {

  /** Threads with their own scheduler, and none of them kept alive after its world. */
  static final List<String> ARGUMENTS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "-Djdk.trackAllThreads=false",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dcom.google.protobuf.use_unsafe_pre22_gencode=true",
          "-XX:+UseSerialGC",
          "-Xmx768m");

  private Jvm() {}
}
