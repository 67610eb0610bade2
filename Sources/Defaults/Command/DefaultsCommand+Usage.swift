extension DefaultsCommand {
    /// How to use the command.
    static let usage = """
        Read and change user defaults, as defaults(1) does on macOS.

        vitrine defaults [--data <folder> | --server <url>] followed by one of these:

          read                               print all domains
          read <domain> [<key>]              print a domain or a value, as old-style text
          read-type <domain> <key>           print the type of a value
          write <domain> <plist>             replace a domain
          write <domain> <key> <value>       set a value
          rename <domain> <old> <new>        give a value another key
          delete <domain> [<key>]            remove a domain or a value
          import <domain> <path | ->         set the values of a property list
          export <domain> <path>             write a domain as a binary property list
          export <domain> -                  print a domain as an XML property list
          domains                            print the names of the domains
          find <word>                        print the values whose domain, key or text holds a word
          help                               print this

        A server that has the folder open does not notice what changes there until it is asked; with --server its pages
        follow at once.

        <domain> is a bundle identifier, an app group, -g or -globalDomain, or the path of a property-list file
        (anything with a slash in it; “.plist” may be left out).

        <value> is one of:

          <text> or <plist>                  text, or an old-style or XML property list
          -string <text>                     -data <hexadecimal digits>
          -int[eger] <whole number>          -float <number>
          -bool[ean] true | false | yes | no -date <2026-01-02 03:04:05 +0000>
          -array <value>…                    -array-add <value>…
          -dict <key> <value>…               -dict-add <key> <value>…
        """
}
